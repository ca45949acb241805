import { expect, test } from "vitest";
import { canBeUndone, type HistoryEntry } from "./history-schema";

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
