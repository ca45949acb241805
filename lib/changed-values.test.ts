import { expect, test } from "vitest";
import { changedValues } from "./changed-values";

test("only values that differ are kept, and lists are compared by what they hold", () => {
  const before = { name: "", plan: "free", scopes: ["pets:read"] };
  expect(changedValues({ ...before, scopes: ["pets:read"] }, before)).toBeNull();
  expect(changedValues({ ...before, name: "Shop" }, before)).toEqual({ name: "Shop" });
  expect(changedValues({ ...before, scopes: [] }, before)).toEqual({ scopes: [] });
});
