import { expect, test } from "vitest";
import { applyResults, type BulkJob, changeOf, nextBatch } from "../bulk";
import { jobTitle, outcomeWords, verbOf, whyNotChanged } from "../bulk-words";
import type { BatchResult } from "../changes/batch-schema";
import { afterUndo, type ImportOutcomes, undoCounts, undoJob } from "./outcome";
import { readRows } from "./read-rows";
import { guessColumns, readTable } from "./table";

const table = readTable("id,name,kind\n,New,dog\n2,Two,\n3,,cat\n4,Four,\n5,Five,");
const rows = readRows(table, guessColumns(table));
const OUTCOMES: ImportOutcomes = {
  2: { state: "added", id: "1", version: "1" },
  3: { state: "changed", id: "2", versions: ["4", "5"] },
  4: { state: "changed", id: "3", versions: ["7"] },
  // An answer was lost.
  5: { state: "changed", id: "4" },
  6: { state: "same" },
};

/** Sends the unsent rows once. `answer` is the status of each, 200 by default, and the version that it makes. */
function send(job: BulkJob, answer: Record<string, BatchResult["status"] | string>): BulkJob {
  const results = nextBatch(job, 200).map(({ id }): BatchResult => {
    const said = answer[id];
    const conflict = { id: BigInt(id), status: 409n, message: "Undo the later change first" } as const;
    return typeof said === "string" ? { id: BigInt(id), status: 200n, version: said } : conflict;
  });
  return { ...job, rows: applyResults(job.rows, results, new Map()) };
}

test("undoing an import removes what it added and sets back what it changed, the latest change first", () => {
  const job = undoJob(rows, OUTCOMES);
  expect(undoCounts(job, OUTCOMES)).toEqual({ removed: 1, setBack: 2, staying: 1 });
  expect(jobTitle(job, true)).toBe("Undoing the import…");
  expect(nextBatch(job, 200).map(changeOf)).toEqual([
    { id: 1n, ifMatch: "1", remove: true },
    { id: 2n, ifMatch: "*", undo: "5" },
    { id: 3n, ifMatch: "*", undo: "7" },
  ]);
  const once = send(job, { 1: "2", 2: "6", 3: "8" });
  expect(nextBatch(once, 200).map(changeOf)).toEqual([{ id: 2n, ifMatch: "*", undo: "4" }]);
  const done = send(once, { 2: "7" });
  expect(outcomeWords(done)).toBe("1 animal was removed. 2 were set back.");
  const after = afterUndo(OUTCOMES, done);
  expect(after[2]).toMatchObject({ isRemoved: true });
  expect(after[3]).toMatchObject({ isSetBack: true, versions: ["6", "7"] });
  expect(undoJob(rows, after).rows).toEqual([]);
});

test("an animal that was changed since keeps the change, and what could be set back is not offered twice", () => {
  const job = undoJob(rows, OUTCOMES);
  const stopped = send(send(job, { 1: "2", 2: "6", 3: 409n }), { 2: 409n });
  const [, two, three] = stopped.rows;
  expect(verbOf(stopped)).toBe("undone");
  expect(two && whyNotChanged(two)).toBe("Only a part of it was set back. Undo the later change first.");
  expect(three && whyNotChanged(three)).toBe("Undo the later change first.");
  const after = afterUndo(OUTCOMES, stopped);
  expect(after[3]).toMatchObject({ versions: ["4"] });
  expect(after[4]).toEqual(OUTCOMES[4]);
});
