import { expect, test } from "vitest";
import type { ListedChange } from "../../audit/schema";
import { afterRemoval, afterUndo, type ImportOutcomes, undoOf } from "./outcome";
import { readRows } from "./read-rows";
import { guessColumns, readTable } from "./table";

const table = readTable("id,name,kind\n,New,dog\n2,Two,\n3,,cat\n4,Four,\n5,Five,");
const rows = readRows(table, guessColumns(table));
const OUTCOMES: ImportOutcomes = {
  2: { state: "added", id: "1", version: "1" },
  3: { state: "changed", id: "2", changeSets: ["4", "5"] },
  4: { state: "changed", id: "3", changeSets: ["4", "10"] },
  // An answer was lost.
  5: { state: "changed", id: "4" },
  6: { state: "same" },
};

/** What has undone a change set, for these animals. */
const undone = (changeSet: string, id: bigint, ...petIds: bigint[]) => ({
  changeSet,
  by: { id, changes: petIds.map((petId) => ({ petId }) as ListedChange) },
});

test("undoing an import removes what it added and sets back what it changed, the latest change first", () => {
  const added = [{ id: "1", version: "1" }];
  expect(undoOf(rows, OUTCOMES)).toEqual({ added, changeSets: ["4", "5", "10"], setBack: 2, staying: 1 });
  const after = afterUndo(OUTCOMES, [undone("4", 13n, 2n, 3n), undone("5", 12n, 2n), undone("10", 11n, 3n)], true);
  expect(after[3]).toMatchObject({ isSetBack: true, changeSets: ["13", "12"] });
  expect(undoOf(rows, after)).toMatchObject({ changeSets: [], setBack: 0 });
  // Done again.
  expect(afterUndo(after, [undone("12", 14n, 2n), undone("13", 15n, 2n)], false)[3]).toMatchObject({
    isSetBack: false,
    changeSets: ["15", "14"],
  });
});

test("an animal that was changed since keeps the change, which can be undone later", () => {
  const after = afterUndo(OUTCOMES, [undone("4", 13n, 2n)], true);
  expect(after[3]).toMatchObject({ isSetBack: true });
  expect(after[4]).toEqual(OUTCOMES[4]);
});

test("animals that were removed and restored are known by their next version", () => {
  const results = [{ id: 1n, status: 200n, version: "2" }] as const;
  const removed = afterRemoval(OUTCOMES, results, true);
  expect(removed[2]).toMatchObject({ isRemoved: true, version: "2" });
  expect(undoOf(rows, removed).added).toEqual([]);
  expect(undoOf(rows, afterRemoval(removed, results, false)).added).toEqual([{ id: "1", version: "3" }]);
  const gone = afterRemoval(OUTCOMES, [{ id: 1n, status: 404n }], true);
  expect(gone[2]).toMatchObject({ isRemoved: true, version: "1" });
  expect(afterRemoval(gone, [{ id: 1n, status: 404n }], false)).toEqual(gone);
});
