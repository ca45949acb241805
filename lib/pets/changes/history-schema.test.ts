import { describe, expect, test } from "vitest";
import { canBeUndone, currentAdopter, type HistoryEntry } from "./history-schema";

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

const ada = { id: "0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d", name: "Ada" };
const status = { status: { from: "pending", to: "sold" } };
const full = (action: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1n,
  at: "2026-11-26T12:00:00.000Z",
  actor: { kind: "service", name: null },
  action,
  changes: {},
  ...more,
});
const adopted = full("order.completed", { changes: status, application: ada });

test.each([
  ["the adopter of the last step", [adopted, full("created")], ada],
  ["later changes of other fields do not matter", [full("changed", { changes: { name: {} as never } }), adopted], ada],
  ["recorded after it was marked by hand", [full("order.completed", { application: ada }), full("changed")], ada],
  ["not the earlier adopter of one marked by hand", [full("changed", { changes: status }), adopted], null],
  ["an adoption without an application", [full("order.completed", { changes: status })], null],
  ["added as adopted", [full("created")], null],
])("the adopter now: %s", (_title, entries, expected) => {
  expect(currentAdopter(entries)).toEqual(expected);
});
