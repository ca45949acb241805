import * as z from "zod/mini";
import { callApi } from "../http/client";
import { ApiError } from "../http/errors";
import type { FieldErrors } from "../http/refusal-words";
import { isBlank, TELEPHONE_ASK } from "../values/text";
import { LENGTHS, NewApplication, SentApplication } from "./schema";

/**
 * The fields of the form, as text. `intent` says whether it is a question, and is not sent. `consent` is `yes` or
 * empty.
 */
export const FormValues = z.object({
  intent: z.string(),
  name: z.string(),
  email: z.string(),
  telephone: z.string(),
  message: z.string(),
  home: z.string(),
  otherPets: z.string(),
  consent: z.string(),
});
export type FormValues = z.infer<typeof FormValues>;
export type FormField = keyof FormValues;

export const FORM_FIELDS = z.keyof(FormValues).options;

export const EMPTY_FORM: FormValues = {
  intent: "adopt",
  name: "",
  email: "",
  telephone: "",
  message: "",
  home: "",
  otherPets: "",
  consent: "",
};

type Hidden = Required<Pick<NewApplication, "id" | "petId" | "homepage" | "formToken" | "retryToken">>;

/**
 * A form that was sent without JavaScript and is shown again. It keeps its id, so nothing is stored twice. `refusal` is
 * set when the reason is not a field.
 */
export const ReturnedForm = z.object({
  values: FormValues,
  id: z.string(),
  formToken: z.string(),
  retryToken: z.string(),
  isReturned: z.boolean(),
  refusal: z.nullable(z.object({ code: z.string(), retryAfterSeconds: z.nullable(z.number()) })),
});
export type ReturnedForm = z.infer<typeof ReturnedForm>;

const ASKS: Readonly<Partial<Record<FormField, string>>> = {
  name: "Enter your name.",
  email: "Enter your e-mail address.",
  message: "Write a few words: why this animal, and what we should know.",
  home: "Say where the animal would live.",
  consent: "Agree to the privacy notice, so that we may keep what you write.",
};

const NOUNS = {
  name: "The name",
  email: "The address",
  telephone: "The number",
  home: "This text",
  otherPets: "This text",
  message: "This text",
} as const satisfies Partial<Record<FormField, string>>;

/**
 * Reads a form by the schema of the API, in the browser and on the server alike. Empty optional fields are left out. An
 * adoption needs the home; a question leaves it out, as it does other pets.
 */
export function readForm(
  values: FormValues,
  hidden: Hidden,
): { value: NewApplication } | { errors: FieldErrors<FormField> } {
  const { consent, intent, ...all } = values;
  const texts = intent === "question" ? { ...all, home: "", otherPets: "" } : all;
  const typed = Object.fromEntries(
    // Browsers send the line breaks of forms as CR and LF.
    Object.entries(texts).flatMap(([name, text]) => {
      const clean = (name === "telephone" ? plainNumber(text) : text.replaceAll("\r\n", "\n")).trim();
      return isBlank(clean) ? [] : [[name, clean]];
    }),
  );
  const parsed = NewApplication.safeParse({ ...typed, ...hidden, consent: consent === "yes" });
  const lacksHome = intent === "adopt" && !("home" in typed);
  if (parsed.success && !lacksHome) return { value: parsed.data };
  const wrong = new Set(parsed.error?.issues.map(({ path }) => path[0]));
  if (lacksHome) wrong.add("home");
  const fields = FORM_FIELDS.filter((field) => wrong.has(field));
  return { errors: Object.fromEntries(fields.map((field) => [field, problemOf(field, values[field].trim(), intent)])) };
}

/** Of a form that is not sent yet. */
export function problemsIn(values: FormValues): FieldErrors<FormField> {
  const read = readForm(values, { id: "", petId: 0n, homepage: "", formToken: "", retryToken: "" });
  return "errors" in read ? read.errors : {};
}

/** A pasted number may contain invisible characters, and spaces and dashes that are not on a keyboard. */
const plainNumber = (text: string) =>
  text
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/\p{Zs}/gu, " ");

function problemOf(field: FormField, text: string, intent: string): string {
  if (field === "message" && intent === "question" && isBlank(text)) return "Enter your question.";
  if (field === "consent" || field === "intent" || isBlank(text)) return ASKS[field] ?? "";
  const length = [...text].length;
  if (length > LENGTHS[field]) {
    const [allowed, typed] = [LENGTHS[field], length].map((count) => count.toLocaleString("en"));
    return `${NOUNS[field]} can have up to ${allowed} characters. It has ${typed}.`;
  }
  if (field === "telephone") return `${TELEPHONE_ASK}.`;
  if (field === "email") return "This does not look like an e-mail address. It should be like ada@example.org.";
  return `${NOUNS[field]} has a character that we cannot keep. Please type it again.`;
}

/** A person needs at least this many milliseconds to fill in a form. What arrives sooner is from a program. */
export const MIN_FILL_MS = 3_000;

/**
 * Sends an application. Sent again with the same id, it is not stored twice: `isEarlier` says that an earlier text had
 * arrived, and stays.
 * @throws ApiError
 */
export async function sendCreateApplication(body: NewApplication): Promise<SentApplication & { isEarlier: boolean }> {
  try {
    const { data } = await callApi("/v1/applications", SentApplication, { method: "POST", body });
    return { ...data, isEarlier: false };
  } catch (error) {
    const earlier = SentApplication.safeParse(error instanceof ApiError && Object(error.more).application);
    if (!earlier.success) throw error;
    return { ...earlier.data, isEarlier: true };
  }
}
