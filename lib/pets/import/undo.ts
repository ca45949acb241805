import { type BulkJob, removalJob } from "../desk/bulk";
import type { ImportOutcomes } from "./outcome";
import type { ImportRow } from "./rows";

/** Returns the removal of the animals that an import has added and that are still there. */
export function undoJob(rows: readonly ImportRow[], outcomes: ImportOutcomes): BulkJob {
  return removalJob(
    rows.flatMap(({ line, cells: { name } }) => {
      const outcome = outcomes[line];
      return outcome?.state === "added" && !outcome.isRemoved ? [{ ...outcome, name }] : [];
    }),
  );
}

/** Returns the outcomes of an import after its undoing, or the undoing of that, has come this far. */
export function afterUndo(outcomes: ImportOutcomes, job: BulkJob): ImportOutcomes {
  const done = new Map(job.rows.filter(({ state }) => state === "done").map((row) => [row.id, row]));
  const entries = Object.entries(outcomes).map(([line, outcome]) => {
    const row = outcome.state === "added" ? done.get(outcome.id) : undefined;
    if (!row || !("removed" in row.to)) return [line, outcome];
    return [line, { ...outcome, version: row.version, isRemoved: row.to.removed }];
  });
  return Object.fromEntries(entries);
}
