import { type BulkJob, type BulkRow, isSame, type Target, tally } from "./bulk";
import { categoryName } from "./kinds";
import { STATUS_LABELS } from "./status";

function targetWords(to: Target): string {
  if ("removed" in to) return to.removed ? "removed" : "in the list";
  if ("setBack" in to) return to.setBack ? "set back" : "changed again";
  return "status" in to ? STATUS_LABELS[to.status].toLowerCase() : `kind ${categoryName(BigInt(to.categoryId))}`;
}

export const isRemoval = ({ rows: [first] }: BulkJob) => Boolean(first && "removed" in first.to && first.to.removed);

/** Whether a bulk change sets back animals that an import has changed, or undoes that. */
export const isSettingBack = ({ rows }: BulkJob) => rows.some(({ to }) => "setBack" in to);

/** Says what happens to the animals of a bulk change, as a participle: "changed", "removed". */
export function verbOf(job: BulkJob): string {
  const [first] = job.rows;
  if (!first) return "changed";
  if (isSettingBack(job) && job.rows.some(({ to }) => "removed" in to)) return job.isUndo ? "done again" : "undone";
  return participleFor(first.to, job.isUndo);
}

function participleFor(to: Target, isUndo: boolean): string {
  if ("removed" in to) return to.removed ? "removed" : "restored";
  if ("setBack" in to) return targetWords(to);
  return isUndo ? "changed back" : "changed";
}

export const isNotChanged = ({ state }: BulkRow) => state === "refused" || state === "theirs" || state === "gone";

export function whyNotChanged({ state, why, theirs, to, made }: BulkRow): string {
  if (state === "gone") return "Somebody has removed this animal.";
  if (state === "theirs" && "removed" in to) return "It was changed in the meantime, so it stays in the list.";
  const isPart = made !== undefined && made.length > 0 && state === "refused";
  if (isPart) return `Only a part of it was ${targetWords(to)}. ${why ?? ""}`.trim();
  if (state === "theirs" && theirs)
    return `Somebody else changed it: it is now ${targetWords(theirs)}; you chose ${targetWords(to)}.`;
  return why ?? "";
}

function importTitle({ isUndo }: BulkJob, isRunning: boolean): string {
  if (isUndo) return isRunning ? "Importing again…" : "Imported again";
  return isRunning ? "Undoing the import…" : "Undo of the import";
}

export function jobTitle(job: BulkJob, isRunning: boolean): string {
  const { isUndo, rows } = job;
  const [first] = rows;
  if (isSettingBack(job)) return importTitle(job, isRunning);
  if (first && "removed" in first.to) {
    const verb = first.to.removed ? "Remov" : "Restor";
    return isRunning ? `${verb}ing…` : `${verb}e animals`;
  }
  if (isUndo) return isRunning ? "Changing back…" : "Changed back";
  return `${isRunning ? "Changing" : "Change"} to ${first ? targetWords(first.to) : ""}${isRunning ? "…" : ""}`;
}

export function progressWords(job: BulkJob): string {
  const total = job.rows.length;
  return `${(total - tally(job).unsent).toLocaleString("en")} of ${total.toLocaleString("en")} done`;
}

/** Says what a bulk change did: "2 animals are now pending. 1 was not changed. 1 was already pending." */
export function outcomeWords(job: BulkJob): string {
  const { rows } = job;
  const changed = [...Map.groupBy(rows.filter(isChanged), ({ to }) => becameWords(to, job.isUndo, true)).values()];
  const not = rows.filter(isNotChanged).length;
  const same = rows.filter(({ state, from, to }) => state === "done" && isSame(from, to));
  const [already] = same;
  const parts = [
    changed.length === 0 && `No animals were ${verbOf(job)}`,
    ...changed.map(([first, ...more], index) => {
      const isOne = more.length === 0;
      const animals = index > 0 ? "" : isOne ? "animal " : "animals ";
      const became = first ? becameWords(first.to, job.isUndo, isOne) : "";
      return `${(more.length + 1).toLocaleString("en")} ${animals}${became}`;
    }),
    not > 0 && `${was(not)} not ${verbOf(job)}`,
    already && `${was(same.length)} already ${"categoryId" in already.to ? "of this kind" : targetWords(already.to)}`,
  ];
  const { declined = 0 } = job;
  const also =
    declined === 1 ? " 1 application was declined." : ` ${declined.toLocaleString("en")} applications were declined.`;
  return `${parts.filter(Boolean).join(". ")}.${declined > 0 ? also : ""}`;
}

const was = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "was" : "were"}`;

/** Says what happened to animals that got the same value: "is now pending", "were removed". */
function becameWords(to: Target, isUndo: boolean, isOne: boolean): string {
  if (!isUndo && "status" in to) return `${isOne ? "is" : "are"} now ${targetWords(to)}`;
  const isKind = !isUndo && "categoryId" in to;
  const participle = isKind ? `changed to “${categoryName(BigInt(to.categoryId))}”` : participleFor(to, isUndo);
  return `${isOne ? "was" : "were"} ${participle}`;
}

const isChanged = ({ state, from, to }: BulkRow) => state === "done" && !isSame(from, to);
