import { expect, test } from "vitest";
import { canBeUndone, currentAdopter, type HistoryEntry } from "./history-schema";

const entry = (action: HistoryEntry["action"], ...fields: string[]): Pick<HistoryEntry, "action" | "changes"> => ({
  action,
  changes: Object.fromEntries(fields.map((field) => [field, { from: 1, to: 2 }])),
});

type Entry = ReturnType<typeof entry>;
test.each<[what: string, entry: Entry, later: Entry[], isThere: boolean, canBe: boolean]>([
  ["other fields were changed since", entry("changed", "name", "status"), [entry("changed", "categoryId")], true, true],
  ["a field was changed again", entry("changed", "name", "status"), [entry("changed", "name")], true, false],
  ["it undid another", entry("undone", "status"), [], true, true],
  ["an adoption wrote it", entry("order.placed", "status"), [], true, false],
  ["an adoption's undoing wrote it", entry("order.undone", "status"), [], true, false],
  ["it has no fields", entry("created"), [], true, false],
  ["the animal was restored", entry("removed"), [entry("restored")], true, false],
  ["the animal is removed", entry("removed"), [], false, true],
  ["the animal was removed since", entry("changed", "name"), [entry("removed")], false, false],
])("whether an entry of the history can be undone: %s", (_what, one, later, isThere, canBe) => {
  expect(canBeUndone(one, later, isThere)).toBe(canBe);
});

const ada = { id: "0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d", name: "Ada" };
const status = { status: { from: "pending", to: "sold" } };
const full = (action: HistoryEntry["action"], more: Partial<HistoryEntry> = {}): HistoryEntry => ({
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
  ["marked by hand, and recorded later", [full("changed", { changes: status, application: ada })], ada],
  ["not the earlier adopter of one marked by hand", [full("changed", { changes: status }), adopted], null],
  ["an adoption without an application", [full("order.completed", { changes: status })], null],
  ["added as adopted", [full("created")], null],
])("the adopter now: %s", (_title, entries, expected) => {
  expect(currentAdopter(entries)).toEqual(expected);
});
