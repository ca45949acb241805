import { describe, expect, test } from "vitest";
import { changedValues, differ, mergeEdits } from "./objects";

test("only values that differ are kept, and lists are compared by what they hold", () => {
  const before = { name: "", plan: "free", scopes: ["pets:read"] };
  expect(changedValues({ ...before, scopes: ["pets:read"] }, before)).toBeNull();
  expect(changedValues({ ...before, name: "Shop" }, before)).toEqual({ name: "Shop" });
  expect(changedValues({ ...before, scopes: [] }, before)).toEqual({ scopes: [] });
});

const base = { name: "Luna", kind: "2", status: "available" };

describe("merging two edits", () => {
  test("keeps both people's changes of different fields", () => {
    const merged = mergeEdits(base, { ...base, name: "Lune" }, { ...base, status: "sold" });
    expect(merged).toEqual({ values: { name: "Lune", kind: "2", status: "sold" }, collisions: [] });
  });

  test("names the fields that both changed, and keeps mine there", () => {
    const merged = mergeEdits(base, { ...base, name: "Mine", kind: "3" }, { ...base, name: "Theirs", kind: "3" });
    expect(merged).toEqual({ values: { name: "Mine", kind: "3", status: "available" }, collisions: ["name"] });
  });

  test("a change of my own whose answer was lost is not a collision", () => {
    const mine = { ...base, name: "Mine" };
    expect(mergeEdits(base, mine, mine)).toEqual({ values: mine, collisions: [] });
    expect(differ(mine, mergeEdits(base, mine, mine).values)).toBe(false);
    expect(differ(mine, base)).toBe(true);
  });
});
