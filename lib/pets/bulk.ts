import * as z from "zod/mini";
import { conflictWords } from "../http/refusal-words";
import { HIDDEN_REASONS } from "./care/schema";
import { visibilityWords } from "./care/words";
import type { BatchResult } from "./changes/batch-schema";
import type { BatchOutcome, SentChange } from "./client";
import { categoryName } from "./kinds";
import { PET_STATUSES, type PetStatus, STATUS_LABELS } from "./status";

const STAYS_ADOPTED = "An adopted animal stays in the list.";

export function whyNotRemovable(status: PetStatus, hasApplicants: boolean): string | null {
  if (status === "sold") return STAYS_ADOPTED;
  return hasApplicants ? "People have applied for this animal." : null;
}

/** What all of the animals get. Ids are strings, so that it can be saved as JSON. */
const Target = z.union([
  z.object({ status: z.enum(PET_STATUSES) }),
  z.object({ categoryId: z.string() }),
  z.object({ hidden: z.nullable(z.enum(HIDDEN_REASONS)) }),
  z.object({ remove: z.literal(true) }),
]);
export type Target = z.infer<typeof Target>;

export const Selected = z.object({
  id: z.string(),
  name: z.string(),
  /** The version that the person saw, or `*`. */
  version: z.string(),
  status: z.enum(PET_STATUSES),
});
export type Selected = z.infer<typeof Selected>;

/** A change of many animals in one request. */
export const BulkChange = z.object({ to: Target, pets: z.array(Selected) });
export type BulkChange = z.infer<typeof BulkChange>;

const NotChanged = z.extend(Selected, { why: z.string(), isStale: z.boolean() });

/** What became of it. */
export const BulkReport = z.object({
  to: Target,
  changed: z.number(),
  /** Already as wanted. */
  same: z.number(),
  /** Applications. */
  declined: z.number(),
  notChanged: z.array(NotChanged),
  changeSets: z.array(z.string()),
});
export type BulkReport = z.infer<typeof BulkReport>;

export const isRemoval = (to: Target) => "remove" in to;

/** Adopted animals are not removed. */
export function changesOf({ to, pets }: BulkChange): SentChange[] {
  const values = "categoryId" in to ? { categoryId: BigInt(to.categoryId) } : to;
  return pets
    .filter(({ status }) => !(isRemoval(to) && status === "sold"))
    .map(({ id, version }) => ({ id: BigInt(id), ifMatch: version, ...values }));
}

export function reportOf(
  { to, pets }: BulkChange,
  { results, changeSets }: BatchOutcome,
  declined: number,
): BulkReport {
  const byId = new Map(results.map((result) => [result.id.toString(), result]));
  const report: BulkReport = { to, changed: 0, same: 0, declined, notChanged: [], changeSets };
  for (const pet of pets) {
    const result = byId.get(pet.id);
    const isDone = result?.status === 200n;
    if (isDone && result.version !== pet.version) report.changed++;
    else if (isDone || (result?.status === 404n && isRemoval(to))) report.same++;
    else report.notChanged.push({ ...pet, why: whyNotChanged(result), isStale: result?.status === 412n });
  }
  return report;
}

function whyNotChanged(result: BatchResult | undefined): string {
  if (!result) return STAYS_ADOPTED;
  if (result.status === 404n) return "Somebody has removed this animal.";
  if (result.status === 412n) return "Somebody else has changed it in the meantime.";
  return conflictWords(result.message);
}

function targetWords(to: Target): string {
  if ("remove" in to) return "removed";
  if ("hidden" in to) return visibilityWords(to.hidden).toLowerCase();
  return "status" in to ? STATUS_LABELS[to.status].toLowerCase() : `kind ${categoryName(BigInt(to.categoryId))}`;
}

/** Says what happens to the animals, as a participle. */
export const verbOf = (to: Target) => (isRemoval(to) ? "removed" : "changed");

export const bulkTitle = (to: Target) => (isRemoval(to) ? "Remove animals" : `Change to ${targetWords(to)}`);

/** Says what a bulk change did: "2 animals are now pending. 1 was not changed. 1 was already pending." */
export function outcomeWords({ to, changed, same, declined, notChanged: { length: not } }: BulkReport): string {
  const parts = [
    changed === 0
      ? `No animals were ${verbOf(to)}`
      : `${changed.toLocaleString("en")} ${changed === 1 ? "animal" : "animals"} ${becameWords(to, changed === 1)}`,
    not > 0 && `${was(not)} not ${verbOf(to)}`,
    same > 0 && `${was(same)} already ${"categoryId" in to ? "of this kind" : targetWords(to)}`,
    declined > 0 &&
      `${declined.toLocaleString("en")} ${declined === 1 ? "application was" : "applications were"} declined`,
  ];
  return `${parts.filter(Boolean).join(". ")}.`;
}

const was = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "was" : "were"}`;

/** Says what happened to animals: "is now pending", "were removed". */
function becameWords(to: Target, isOne: boolean): string {
  if ("status" in to || "hidden" in to) return `${isOne ? "is" : "are"} now ${targetWords(to)}`;
  const participle = "remove" in to ? "removed" : `changed to “${categoryName(BigInt(to.categoryId))}”`;
  return `${isOne ? "was" : "were"} ${participle}`;
}
