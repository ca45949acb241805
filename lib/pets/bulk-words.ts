import { type BulkJob, type BulkRow, isSame, type Target, tally } from "./bulk";
import { categoryName } from "./kinds";
import { STATUS_LABELS } from "./status";

function targetWords(to: Target): string {
  if ("removed" in to) return "removed";
  return "status" in to ? STATUS_LABELS[to.status].toLowerCase() : `kind ${categoryName(BigInt(to.categoryId))}`;
}

export const isRemoval = ({ rows: [first] }: BulkJob) => Boolean(first && "removed" in first.to);

/** Says what happens to the animals of a bulk change, as a participle. */
export const verbOf = (job: BulkJob) => (isRemoval(job) ? "removed" : "changed");

export const isNotChanged = ({ state }: BulkRow) => state === "refused" || state === "theirs" || state === "gone";

export function whyNotChanged({ state, why, theirs, to }: BulkRow): string {
  if (state === "gone") return "Somebody has removed this animal.";
  if (state === "theirs" && "removed" in to) return "It was changed in the meantime, so it stays in the list.";
  if (state === "theirs" && theirs)
    return `Somebody else changed it: it is now ${targetWords(theirs)}; you chose ${targetWords(to)}.`;
  return why ?? "";
}

export function jobTitle(job: BulkJob, isRunning: boolean): string {
  const [first] = job.rows;
  if (isRemoval(job)) return isRunning ? "Removing…" : "Remove animals";
  return `${isRunning ? "Changing" : "Change"} to ${first ? targetWords(first.to) : ""}${isRunning ? "…" : ""}`;
}

export function progressWords(job: BulkJob): string {
  const total = job.rows.length;
  return `${(total - tally(job).unsent).toLocaleString("en")} of ${total.toLocaleString("en")} done`;
}

/** Says what a bulk change did: "2 animals are now pending. 1 was not changed. 1 was already pending." */
export function outcomeWords(job: BulkJob): string {
  const { rows } = job;
  const changed = [...Map.groupBy(rows.filter(isChanged), ({ to }) => becameWords(to, true)).values()];
  const not = rows.filter(isNotChanged).length;
  const same = rows.filter(({ state, from, to }) => state === "done" && isSame(from, to));
  const [already] = same;
  const parts = [
    changed.length === 0 && `No animals were ${verbOf(job)}`,
    ...changed.map(([first, ...more], index) => {
      const isOne = more.length === 0;
      const animals = index > 0 ? "" : isOne ? "animal " : "animals ";
      const became = first ? becameWords(first.to, isOne) : "";
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
function becameWords(to: Target, isOne: boolean): string {
  if ("status" in to) return `${isOne ? "is" : "are"} now ${targetWords(to)}`;
  const participle = "removed" in to ? "removed" : `changed to “${categoryName(BigInt(to.categoryId))}”`;
  return `${isOne ? "was" : "were"} ${participle}`;
}

const isChanged = ({ state, from, to }: BulkRow) => state === "done" && !isSame(from, to);
