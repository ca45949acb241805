import { expect, test } from "vitest";
import { ApiError } from "./errors";

test("an ApiError has no stack, because that is expensive, and other errors keep theirs", () => {
  const refusal = new ApiError("rate_limited", "Wait");
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).toMatchObject({ name: "ApiError", status: 429, message: "Wait" });
  expect(refusal.stack ?? "").not.toMatch(/\n\s+at /);
  expect(new Error("a fault").stack).toMatch(/\n\s+at /);
});
