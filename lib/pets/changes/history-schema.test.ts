import { describe, expect, test } from "vitest";
import { canBeUndone, type HistoryEntry } from "./history-schema";

const entry = (action: string, ...fields: string[]): Pick<HistoryEntry, "action" | "changes"> => ({
  action,
  changes: Object.fromEntries(fields.map((field) => [field, { from: 1, to: 2 }])),
});

describe("an entry of the history", () => {
  test("can be undone until one of its fields is changed again", () => {
    expect(canBeUndone(entry("changed", "name", "status"), [entry("changed", "categoryId")], true)).toBe(true);
    expect(canBeUndone(entry("changed", "name", "status"), [entry("changed", "name")], true)).toBe(false);
    expect(canBeUndone(entry("undone", "status"), [], true)).toBe(true);
  });

  test.each(["placed", "scheduled", "completed", "cancelled", "returned", "undone"])(
    "that an adoption wrote (%s) cannot be undone here",
    (event) => expect(canBeUndone(entry(`order.${event}`, "status"), [], true)).toBe(false),
  );

  test("without fields cannot be undone, except the removal of an animal that is still removed", () => {
    expect(canBeUndone(entry("created"), [], true)).toBe(false);
    expect(canBeUndone(entry("removed"), [entry("restored")], true)).toBe(false);
    expect(canBeUndone(entry("removed"), [], false)).toBe(true);
    expect(canBeUndone(entry("changed", "name"), [entry("removed")], false)).toBe(false);
  });
});
