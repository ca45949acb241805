import { type BulkJob, type BulkRow, isRemoval, type Target } from "./bulk";
import { categoryName } from "./kinds";
import { STATUS_LABELS } from "./status";

function targetWords(to: Target): string {
  if ("remove" in to) return "removed";
  return "status" in to ? STATUS_LABELS[to.status].toLowerCase() : `kind ${categoryName(BigInt(to.categoryId))}`;
}

/** Says what happens to the animals, as a participle. */
export const verbOf = (job: BulkJob) => (isRemoval(job) ? "removed" : "changed");

export const isNotChanged = ({ state }: BulkRow) => state === "refused" || state === "stale" || state === "gone";

export function whyNotChanged({ state, why = "" }: BulkRow): string {
  if (state === "gone") return "Somebody has removed this animal.";
  return state === "stale" ? "Somebody else has changed it in the meantime." : why;
}

export const jobTitle = (job: BulkJob) => (isRemoval(job) ? "Remove animals" : `Change to ${targetWords(job.to)}`);

/** Says what a bulk change did: "2 animals are now pending. 1 was not changed. 1 was already pending." */
export function outcomeWords(job: BulkJob): string {
  const { to, rows, declined } = job;
  const [done, not, same] = [
    rows.filter(({ state }) => state === "done").length,
    rows.filter(isNotChanged).length,
    rows.filter(({ state }) => state === "same").length,
  ];
  const parts = [
    done === 0
      ? `No animals were ${verbOf(job)}`
      : `${done.toLocaleString("en")} ${done === 1 ? "animal" : "animals"} ${becameWords(to, done === 1)}`,
    not > 0 && `${was(not)} not ${verbOf(job)}`,
    same > 0 && `${was(same)} already ${"categoryId" in to ? "of this kind" : targetWords(to)}`,
    declined > 0 &&
      `${declined.toLocaleString("en")} ${declined === 1 ? "application was" : "applications were"} declined`,
  ];
  return `${parts.filter(Boolean).join(". ")}.`;
}

const was = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "was" : "were"}`;

/** Says what happened to animals: "is now pending", "were removed". */
function becameWords(to: Target, isOne: boolean): string {
  if ("status" in to) return `${isOne ? "is" : "are"} now ${targetWords(to)}`;
  const participle = "remove" in to ? "removed" : `changed to “${categoryName(BigInt(to.categoryId))}”`;
  return `${isOne ? "was" : "were"} ${participle}`;
}
