import { type BulkJob, type BulkRow, removalJob, setBackRow } from "../bulk/bulk";
import type { ImportOutcome, ImportOutcomes } from "./outcome";
import type { ImportRow } from "./read-rows";

/** Returns the undoing of an import: removing the animals that it added, and setting back those that it changed. */
export function undoJob(rows: readonly ImportRow[], outcomes: ImportOutcomes): BulkJob {
  const all = rows.flatMap(({ line, cells: { name } }) => {
    const outcome = outcomes[line];
    return outcome ? [{ outcome, name }] : [];
  });
  const added = all.flatMap(({ outcome, name }) =>
    outcome.state === "added" && !outcome.isRemoved ? [{ ...outcome, name }] : [],
  );
  const changed = all.flatMap(({ outcome, name }) => {
    const undoable = canBeSetBack(outcome);
    return undoable ? [setBackRow({ ...undoable, name: name || `Animal ${undoable.id}` })] : [];
  });
  const removal = removalJob(added);
  return { ...removal, rows: [...removal.rows, ...changed] };
}

/** Returns the animal and the versions of a change that can be undone, or null: its versions may not be known. */
function canBeSetBack(outcome: ImportOutcome): { id: string; versions: string[] } | null {
  if (outcome.state !== "changed" || outcome.isSetBack) return null;
  const { id, versions = [] } = outcome;
  return id !== undefined && versions.length > 0 ? { id, versions } : null;
}

/** Returns how many animals undoing an import removes and sets back, and how many changed ones it cannot set back. */
export function undoCounts(job: BulkJob, outcomes: ImportOutcomes) {
  const removed = job.rows.filter(({ to }) => "removed" in to).length;
  const changed = Object.values(outcomes).filter((outcome) => outcome.state === "changed" && !outcome.isSetBack).length;
  const setBack = job.rows.length - removed;
  return { removed, setBack, staying: changed - setBack };
}

/** Returns the outcomes of an import as far as it is undone, or as far as that is undone again. */
export function afterUndo(outcomes: ImportOutcomes, job: BulkJob): ImportOutcomes {
  const rows = new Map(job.rows.map((row) => [row.id, row]));
  const entries = Object.entries(outcomes).map(([line, outcome]) => {
    const row = "id" in outcome && outcome.id !== undefined ? rows.get(outcome.id) : undefined;
    return [line, row ? undone(outcome, row) : outcome];
  });
  return Object.fromEntries(entries);
}

/** Returns the outcome of a row after its animal was removed or set back, or that was undone. */
function undone(outcome: ImportOutcome, { to, state, version, undoes, undoesNext = [], made = [] }: BulkRow) {
  if (outcome.state === "added" && "removed" in to && state === "done")
    return { ...outcome, version, isRemoved: to.removed };
  if (outcome.state !== "changed" || !("setBack" in to) || made.length === 0) return outcome;
  if (state === "done") return { ...outcome, versions: made, isSetBack: to.setBack };
  // Part of it was undone.
  const left = [...(undoes === undefined ? [] : [undoes]), ...undoesNext].toReversed();
  return to.setBack ? { ...outcome, versions: left } : outcome;
}
