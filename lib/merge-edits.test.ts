import { describe, expect, test } from "vitest";
import { differ, mergeEdits } from "./merge-edits";

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
