import { expect, test } from "vitest";
import { ApiError, toSentence } from "./errors";

test("an ApiError has no stack, because that is expensive, and other errors keep theirs", () => {
  const refusal = new ApiError("rate_limited", "Wait");
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).toMatchObject({ name: "ApiError", status: 429, message: "Wait" });
  expect(refusal.stack ?? "").not.toMatch(/\n\s+at /);
  expect(new Error("a fault").stack).toMatch(/\n\s+at /);
});

test("toSentence ends with one full stop", () => {
  const sentences = [
    new ApiError("conflict", "It is taken"),
    new ApiError("conflict", "It is taken."),
    new TypeError("x"),
  ];
  expect(sentences.map(toSentence)).toEqual(["It is taken.", "It is taken.", "Please try again."]);
});
