import { categoryName } from "../categories";
import { STATUS_LABELS } from "../status";
import { type BulkJob, type BulkRow, isSame, type Target, tally } from "./bulk";

/** Returns what a bulk change sets, in a sentence. */
export const targetWords = (to: Target) =>
  "status" in to ? STATUS_LABELS[to.status].toLowerCase() : `kind ${categoryName(BigInt(to.categoryId))}`;

/** Whether an animal was not changed for a reason that people should know. */
export const isNotChanged = ({ state }: BulkRow) => state === "refused" || state === "theirs" || state === "gone";

/** Says why an animal was not changed. */
export function whyNotChanged({ state, why, theirs, to }: BulkRow): string {
  if (state === "gone") return "Somebody has removed this animal.";
  if (state === "theirs" && theirs)
    return `Somebody else changed it: it is now ${targetWords(theirs)}; you chose ${targetWords(to)}.`;
  return why ?? "";
}

/** Says what a bulk change does. */
export function jobTitle({ isUndo, rows: [first] }: BulkJob, isRunning: boolean): string {
  if (isUndo) return isRunning ? "Changing back…" : "Changed back";
  return `${isRunning ? "Changing" : "Change"} to ${first ? targetWords(first.to) : ""}${isRunning ? "…" : ""}`;
}

/** Says how far a bulk change is: "200 of 230 done". */
export function progressWords(job: BulkJob): string {
  const total = job.rows.length;
  return `${(total - tally(job).waiting).toLocaleString("en")} of ${total.toLocaleString("en")} done`;
}

/** Says what a bulk change did, in a sentence: "2 animals changed, 1 was not, 1 was already pending." */
export function outcomeWords({ rows, isUndo }: BulkJob): string {
  const was = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "was" : "were"}`;
  const changed = rows.filter(({ state, from, to }) => state === "done" && !isSame(from, to)).length;
  const not = rows.filter(isNotChanged).length;
  const same = rows.filter(({ state, from, to }) => state === "done" && isSame(from, to));
  const [first] = same;
  const parts = [
    `${changed === 0 ? "No" : changed.toLocaleString("en")} ${changed < 2 ? "animal" : "animals"} changed${isUndo ? " back" : ""}`,
    not > 0 && `${was(not)} not`,
    first && `${was(same.length)} already ${"status" in first.to ? targetWords(first.to) : "of this kind"}`,
  ];
  const isAdoption =
    !isUndo && rows.some(({ state, to }) => state === "done" && "status" in to && to.status === "sold");
  return `${parts.filter(Boolean).join(", ")}.${isAdoption && changed > 0 ? " Open applications for them were declined." : ""}`;
}
