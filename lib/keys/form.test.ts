import { expect, test } from "vitest";
import { changedWords, EMPTY_KEY, savedWords } from "./form";

test("what somebody else has changed about a key is told in words", () => {
  expect(changedWords(EMPTY_KEY, EMPTY_KEY, EMPTY_KEY)).toBeNull();
  const before = { ...EMPTY_KEY, name: "Shop" };
  const market = { ...before, name: "Market" };
  expect(changedWords(before, market, { ...market, name: "Market " })).toBeNull();
  expect(changedWords(before, { ...before, name: "Market", plan: "pro" }, before)).toMatch(
    /^the name is “Market”, the plan is Pro/,
  );
  expect(changedWords({ ...before, expires: "2030-01-31" }, before, { ...before, expires: "2030-02-01" })).toBe(
    "there is no last day",
  );
  const [own, other] = ["50", "60"].map((perDay) => ({
    ...before,
    plan: "enterprise" as const,
    perMinute: "40",
    perDay,
  }));
  if (own && other) expect(changedWords(own, other, own)).toBe("the plan is Enterprise, 40 a minute, 60 a day");
});

test("what a person has saved about a key is told in words", () => {
  const before = { ...EMPTY_KEY, name: "Shop", expires: "2030-01-31" };
  expect(savedWords(before, { ...before, name: " Market ", expires: "" })).toBe(
    "the name is “Market”, there is no last day",
  );
  expect(savedWords(before, { ...before, expires: "2030-02-28" })).toBe("the last day is 28 February 2030");
});
