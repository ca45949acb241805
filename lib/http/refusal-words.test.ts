import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ApiError } from "./errors";
import { KNOWN_PARTS, refusalWords, refusedField } from "./refusal-words";

test.each([
  ["conflict", "This order is completed: the hand-over can be set only while an order is open", "no longer open"],
  ["conflict", "An animal that is sold cannot become pending. Make it available first", "An adopted animal has to"],
  ["conflict", "handledBy must be the id of a person who may sign in", "This person can no longer sign in"],
  ["conflict", "A request with this Idempotency-Key is still running. Try again in a second", "still in progress"],
  ["conflict", "An application that is withdrawn cannot become new", "Something has changed in the meantime"],
  ["idempotency_key_reused", "This Idempotency-Key was used with another body", "An earlier attempt"],
  ["payload_too_large", "body must have at most 65536 bytes", "It is too large"],
  ["forbidden", "The key lacks the scope pets:write", "You do not have permission"],
  ["unsupported_media_type", "Content-Encoding must be absent", "It was not accepted"],
] as const)("%s “%s” becomes a sentence for people", (code, message, words) => {
  const said = refusalWords(new ApiError(code, message));
  expect(said).toContain(words);
  expect(said).not.toContain(message);
});

test("a message that is written for people is kept, and so is one of the browser", () => {
  const last = new ApiError("conflict", "This is the last admin. Make somebody else an admin first");
  expect(refusalWords(last)).toBe("This is the last admin. Make somebody else an admin first.");
  expect(refusalWords(new ApiError("unavailable", "You are offline."))).toBe("You are offline.");
  expect(refusalWords(new TypeError("x"))).toBe("Please try again.");
});

test("every known message exists", () => {
  const sources = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("generated") && !file.includes("refusal-words"))
    .map((file) => readFileSync(`lib/${file}`, "utf8"));
  expect(KNOWN_PARTS.filter((part) => !sources.some((source) => source.includes(part)))).toEqual([]);
});

const FIELDS = ["name", "email"] as const;
const TAKEN = new ApiError("conflict", "There is already a person with the e-mail address a@b.example");

describe("the field of a refusal", () => {
  test("begins the message of a 400", () => {
    const refused = (message: string) => refusedField(new ApiError("bad_request", message), FIELDS);
    expect(refused("email must be an e-mail address")).toEqual({
      field: "email",
      message: "It must be an e-mail address.",
    });
    expect(refused("name is required")).toEqual({ field: "name", message: "This is required." });
    expect(refused("role must be staff or admin")).toBeNull();
  });

  test("is the one that the form names for a conflict, if it names one", () => {
    const message = "There is already a person with the e-mail address a@b.example.";
    expect(refusedField(TAKEN, FIELDS, "email")).toEqual({ field: "email", message });
    expect(refusedField(TAKEN, FIELDS)).toBeNull();
    expect(refusedField(new ApiError("forbidden", "No"), FIELDS, "email")).toBeNull();
    expect(refusedField(new Error("email"), FIELDS, "email")).toBeNull();
  });
});
