import * as z from "zod/mini";
import { randomId } from "../http/client";
import { conflictWords } from "../http/refusal-words";
import type { BatchOutcome, SentChange } from "./client";
import { PET_STATUSES, type PetStatus } from "./status";

const STAYS_ADOPTED = "An adopted animal stays in the list.";

export function whyNotRemovable(status: PetStatus, hasApplicants: boolean): string | null {
  if (status === "sold") return STAYS_ADOPTED;
  return hasApplicants ? "People have applied for this animal." : null;
}

/** What all of the animals get. Ids are strings, so that it can be saved as JSON. */
const Target = z.union([
  z.object({ status: z.enum(PET_STATUSES) }),
  z.object({ categoryId: z.string() }),
  z.object({ remove: z.literal(true) }),
]);
export type Target = z.infer<typeof Target>;

const BulkRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The version that the person saw, or `*`. */
  version: z.string(),
  state: z.enum(["unsent", "done", "same", "gone", "stale", "refused"]),
  why: z.optional(z.string()),
});
export type BulkRow = z.infer<typeof BulkRow>;

/** A change of many animals in one request, which is repeated with its key until it is answered. */
export const BulkJob = z.object({
  key: z.string(),
  to: Target,
  rows: z.array(BulkRow),
  /** What the person has agreed to, and how many applications that declines. */
  confirm: z.optional(z.string()),
  declined: z.number(),
  /** More than one if some animals were sent again. */
  changeSets: z.array(z.string()),
});
export type BulkJob = z.infer<typeof BulkJob>;

export const Selected = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  status: z.enum(PET_STATUSES),
});
export type Selected = z.infer<typeof Selected>;

export const isRemoval = ({ to }: Pick<BulkJob, "to">) => "remove" in to;

/** Adopted animals are not removed. */
export function newJob(selected: readonly Selected[], to: Target): BulkJob {
  const rows = selected.map(({ id, name, version, status }): BulkRow => {
    const row = { id, name, version };
    if ("remove" in to && status === "sold") return { ...row, state: "refused", why: STAYS_ADOPTED };
    return { ...row, state: "unsent" };
  });
  return { key: randomId(), to, rows, declined: 0, changeSets: [] };
}

export const isUnsent = ({ state }: BulkRow) => state === "unsent";

export function changesOf({ to, rows }: BulkJob): SentChange[] {
  const values = "categoryId" in to ? { categoryId: BigInt(to.categoryId) } : to;
  return rows.filter(isUnsent).map(({ id, version }) => ({ id: BigInt(id), ifMatch: version, ...values }));
}

export function answeredJob(job: BulkJob, { results, changeSets }: BatchOutcome): BulkJob {
  const byId = new Map(results.map((result) => [result.id.toString(), result]));
  const rows = job.rows.map((row): BulkRow => {
    const result = byId.get(row.id);
    if (!result) return row;
    switch (result.status) {
      case 200n:
        return { ...row, state: result.version === row.version ? "same" : "done" };
      case 404n:
        return { ...row, state: isRemoval(job) ? "same" : "gone" };
      case 412n:
        return { ...row, state: "stale" };
      default:
        return { ...row, state: "refused", why: conflictWords(result.message) };
    }
  });
  return { ...job, rows, changeSets: [...job.changeSets, ...changeSets] };
}

/** Those that somebody else has changed, in any version. */
export function staleAgain({ confirm: _, ...job }: BulkJob): BulkJob {
  const rows = job.rows.map((row) =>
    row.state === "stale" ? { ...row, version: "*", state: "unsent" as const } : row,
  );
  return { ...job, key: randomId(), rows };
}
