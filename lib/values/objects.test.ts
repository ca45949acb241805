import { expect, test } from "vitest";
import { changedValues, differ, mergeEdits } from "./objects";

test("only values that differ are kept, and lists are compared by what they hold", () => {
  const before = { name: "", plan: "free", scopes: ["pets:read"] };
  expect(changedValues({ ...before, scopes: ["pets:read"] }, before)).toBeNull();
  expect(changedValues({ ...before, name: "Shop" }, before)).toEqual({ name: "Shop" });
  expect(changedValues({ ...before, scopes: [] }, before)).toEqual({ scopes: [] });
});

const base = { name: "Luna", kind: "2", status: "available" };

test.each([
  ["different fields", { name: "Lune" }, { status: "sold" }, { name: "Lune", status: "sold" }, []],
  ["the same field", { name: "Mine", kind: "3" }, { name: "Theirs", kind: "3" }, { name: "Mine", kind: "3" }, ["name"]],
  // A change of my own, whose answer was lost.
  ["the same value", { name: "Mine" }, { name: "Mine" }, { name: "Mine" }, []],
])("of two edits of %s, both are kept where that is possible", (_what, mine, theirs, values, collisions) => {
  const merged = mergeEdits(base, { ...base, ...mine }, { ...base, ...theirs });
  expect(merged).toEqual({ values: { ...base, ...values }, collisions });
  expect(differ(merged.values, base)).toBe(true);
  expect(differ(merged.values, { ...merged.values })).toBe(false);
});
