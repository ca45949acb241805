import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AdopterValues, readAdopter, readContact } from "./adopter-form";
import { EMPTY_FORM, type FormValues, readForm } from "./form";
import { isQuestion } from "./sent-words";

const HIDDEN = {
  id: "0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d",
  petId: 7n,
  homepage: "",
  formToken: "x",
  retryToken: "5f0c3f5e-6a44-4a5e-9d5b-0d9f5b8f1c2d",
};
const TEXTS = { name: "Ada", email: "ada@home.example", message: "Hello", home: "A flat" };
const FILLED: FormValues = { ...EMPTY_FORM, ...TEXTS, consent: "yes" };
const errorsOf = (change: Partial<FormValues>) => {
  const read = readForm({ ...FILLED, ...change }, HIDDEN);
  return "errors" in read ? read.errors : {};
};

describe("readForm", () => {
  test("a filled form is the application that the API takes", () => {
    expect(readForm(FILLED, HIDDEN)).toEqual({ value: { ...TEXTS, ...HIDDEN, consent: true } });
  });

  test("space around a text, line breaks of browsers, and empty optional fields are left out", () => {
    const typed = { ...FILLED, email: " ada@müller.example ", otherPets: " \n", message: "\r\nA\r\nB " };
    const read = readForm(typed, HIDDEN);
    expect(read).toMatchObject({ value: { email: "ada@xn--mller-kva.example", message: "A\nB" } });
    expect("value" in read && "otherPets" in read.value).toBe(false);
  });

  test.each([
    ["", "", true],
    ["A flat", "A cat", true],
    ["A flat", "", false],
  ])("home %j and other pets %j are %s to be a question", (home, otherPets, asked) => {
    const read = readForm({ ...FILLED, intent: asked ? "question" : "adopt", home, otherPets }, HIDDEN);
    expect("value" in read && isQuestion(read.value)).toBe(asked);
  });

  test("a copied telephone number loses what is not on a keyboard", () => {
    const read = readForm({ ...FILLED, telephone: "\u202a+44\u00a020\u20117946\u202c" }, HIDDEN);
    expect(read).toMatchObject({ value: { telephone: "+44 20-7946" } });
  });

  test("each required field of an empty form says what to do", () => {
    expect(errorsOf(EMPTY_FORM)).toEqual({
      name: "Enter your name.",
      email: "Enter your e-mail address.",
      message: "Write a few words: why this animal, and what we should know.",
      home: "Say where the animal would live.",
      consent: "Agree to the privacy notice, so that we may keep what you write.",
    });
    expect(errorsOf({ intent: "question", message: "" })).toEqual({ message: "Enter your question." });
  });

  test.each<[field: keyof FormValues, value: string, error?: string]>([
    ["message", "🐾".repeat(4_001), "This text can have up to 4,000 characters. It has 4,001."],
    ["message", "🐾".repeat(4_000)],
    ["telephone", "1".repeat(40)],
    ["telephone", "1".repeat(41), "The number can have up to 40 characters. It has 41."],
    ["telephone", "abc", "Enter a telephone number, such as +44 20 7946 0123."],
    ["email", "ada@home", "This does not look like an e-mail address. It should be like ada@example.org."],
    ["home", "a\0b", "This text has a character that we cannot keep. Please type it again."],
    ["home", " ", "Say where the animal would live."],
    ["name", "\ud83d", "The name has a character that we cannot keep. Please type it again."],
  ])("the %s %j: %s", (field, value, error) => {
    expect(errorsOf({ [field]: value })).toEqual(error === undefined ? {} : { [field]: error });
  });
});

describe("the form of an adopter", () => {
  const ADA: AdopterValues = { name: " Ada ", email: "", telephone: " ", handOver: "" };
  const [YESTERDAY, TODAY, TOMORROW] = ["2026-11-20", "2026-11-21", "2026-11-22"] as const;
  beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 21, 12) }));
  afterAll(() => void vi.useRealTimers());
  const LEAVE = "or leave this empty";

  test.each<[what: string, values: Partial<AdopterValues>, errors: object]>([
    ["only a name", {}, {}],
    ["everything", { email: " ada@home.example ", telephone: "020 7946 0123", handOver: `${YESTERDAY}T10:30` }, {}],
    ["no name", { name: " " }, { name: "Enter the name of the adopter" }],
    ["a long name", { name: "x".repeat(101) }, { name: "The name can have up to 100 characters" }],
    ["no address", { email: "ada" }, { email: `Enter an e-mail address such as ada@example.org, ${LEAVE}` }],
    ["no number", { telephone: "1" }, { telephone: `Enter a telephone number, such as +44 20 7946 0123, ${LEAVE}` }],
    ["today", { handOver: TODAY }, {}],
    ["a later day", { handOver: TOMORROW }, { handOver: "Enter today or an earlier day" }],
    ["a time alone", { handOver: "T10:30" }, { handOver: "Choose the day, too." }],
  ])("with %s", (_what, values, errors) => {
    const issues = AdopterValues.safeParse({ ...ADA, ...values }).error?.issues ?? [];
    expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(errors);
  });

  test("is sent without what is empty, and without a day that is today", () => {
    const contact = { email: "ada@home.example", telephone: "12345" };
    expect(readAdopter({ ...ADA, handOver: TODAY })).toEqual({ name: "Ada" });
    const typed = { ...ADA, email: ` ${contact.email}`, telephone: "12345 ", handOver: YESTERDAY };
    expect(readAdopter(typed)).toEqual({ name: "Ada", ...contact, tookPlaceAt: `${YESTERDAY}T12:00:00.001Z` });
    const tookPlaceAt = new Date(`${TODAY}T00:00`).toISOString();
    expect(readAdopter({ ...ADA, handOver: `${TODAY}T00:00` })).toEqual({ name: "Ada", tookPlaceAt });
    expect(readContact(ADA)).toEqual({ name: "Ada", email: null, telephone: null });
    expect(readContact(typed)).toEqual({ name: "Ada", ...contact });
  });
});
