import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ApiError } from "./errors";
import { KNOWN_PARTS, refusalWords, refusedField } from "./refusal-words";

test("a refusal becomes a sentence for people, and one of the browser is kept", () => {
  const completed = "This order is completed: the hand-over can be set only while an order is open";
  const said = (message: string) => refusalWords(new ApiError("conflict", message));
  expect(said(completed)).toContain("no longer open");
  const last = "This is the last admin. Make somebody else an admin first";
  expect(said(last)).toBe(`${last}.`);
  expect(said("An application that is withdrawn cannot become new")).toContain("Something has changed in the meantime");
  const photo = new ApiError("bad_request", "The photo is animated. Send a still one");
  expect(refusalWords(photo)).toBe("The photo is animated. Send a still one.");
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
    const message = "It must be an e-mail address.";
    expect(refused("email must be an e-mail address")).toEqual({ field: "email", message });
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
