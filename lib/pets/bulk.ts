import * as z from "zod/mini";
import type { Confirmed } from "../adoptions/consequences";
import { NEXT_PET_STATUSES } from "../adoptions/transitions";
import { conflictWords } from "../http/refusal-words";
import { type BatchResult, MAX_CHANGES } from "./changes/batch-schema";
import { type SentChange, sendChangePets } from "./client";
import { fetchCurrentPets } from "./list/calls";
import type { ListedPet } from "./list/schema";
import { DEFAULT_STATUS, NOT_YET_AVAILABLE, PET_STATUSES, type PetStatus } from "./status";

const STAYS_ADOPTED = "An adopted animal stays in the list.";

export function whyNotRemovable(status: PetStatus, hasApplicants: boolean): string | null {
  if (status === "sold") return STAYS_ADOPTED;
  return hasApplicants ? "People have applied for this animal." : null;
}

/** What a bulk change sets. Ids are strings, so that it can be saved as JSON. */
const Target = z.union([
  z.object({ status: z.enum(PET_STATUSES) }),
  z.object({ categoryId: z.string() }),
  z.object({ removed: z.boolean() }),
]);
export type Target = z.infer<typeof Target>;

const BulkRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The version that the person saw; later, the one to change. */
  version: z.string(),
  from: Target,
  to: Target,
  state: z.enum(["unsent", "done", "refused", "theirs", "gone"]),
  /** Why it was refused, or what somebody else changed it to. */
  why: z.optional(z.string()),
  theirs: z.optional(Target),
  tries: z.number(),
});
export type BulkRow = z.infer<typeof BulkRow>;

/** What a bulk change does, the result for each animal, what has made it, and the applications declined. */
export const BulkJob = z.object({
  rows: z.array(BulkRow),
  changeSets: z.array(z.string()),
  declined: z.optional(z.number()),
});
export type BulkJob = z.infer<typeof BulkJob>;

export const Selected = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  status: z.enum(PET_STATUSES),
  categoryId: z.string(),
});
export type Selected = z.infer<typeof Selected>;

/** How often a row is sent again after somebody else changed another field of its animal. */
const MAX_TRIES = 3;

/** Those that already have the value are done; impossible changes are refused. */
export function newJob(selected: readonly Selected[], to: Target): BulkJob {
  return {
    changeSets: [],
    rows: selected.map((pet) => {
      const { id, name, version } = pet;
      const from = targetOf(pet, to);
      if (isSame(from, to)) return { id, name, version, from, to, tries: 0, state: "done" };
      return planned({ id, name, version, from, to });
    }),
  };
}

type PetToRemove = Pick<Selected, "id" | "name" | "version"> & Partial<Pick<Selected, "status">>;

/** Returns the removal of these animals. Adopted ones stay, and so do those that were changed after these versions. */
export function removalJob(pets: readonly PetToRemove[]): BulkJob {
  const [from, to] = [{ removed: false }, { removed: true }];
  const rows = pets.map(({ id, name, version, status }): BulkRow => {
    const row = planned({ id, name, version, from, to });
    return status === "sold" ? { ...row, state: "refused", why: STAYS_ADOPTED } : row;
  });
  return { changeSets: [], rows };
}

type NewRow = Omit<BulkRow, "state" | "why" | "theirs" | "tries">;

function planned({ id, name, version, from, to }: NewRow): BulkRow {
  const start = { id, name, version, from, to, tries: 0 };
  if (canBeSent({ from, to })) return { ...start, state: "unsent" };
  return { ...start, state: "refused", why: NOT_YET_AVAILABLE };
}

/** Whether a change may set the status that a row wants. */
export function canBeSent({ from, to }: Pick<BulkRow, "from" | "to">): boolean {
  return !("status" in from && "status" in to) || NEXT_PET_STATUSES[from.status].includes(to.status);
}

export function changeOf({ id, version, to }: BulkRow): SentChange {
  const sent = { id: BigInt(id), ifMatch: version };
  if ("removed" in to) return { ...sent, remove: true };
  return { ...sent, ...("status" in to ? { status: to.status } : { categoryId: BigInt(to.categoryId) }) };
}

export function resendRows(job: BulkJob, state: "refused" | "theirs"): BulkJob {
  const rows = job.rows.map((row) => (row.state === state ? planned({ ...row, from: row.theirs ?? row.from }) : row));
  return { ...job, rows };
}

export const nextBatch = ({ rows }: BulkJob, maxRows: number): BulkRow[] =>
  rows.filter(({ state }) => state === "unsent").slice(0, maxRows);

/** `now` has the current state of animals with another version. */
export function applyResults(
  rows: readonly BulkRow[],
  results: readonly BatchResult[],
  now: ReadonlyMap<string, ListedPet>,
): BulkRow[] {
  const byId = new Map(results.map((result) => [result.id.toString(), result]));
  return rows.map((row): BulkRow => {
    const result = byId.get(row.id);
    if (!result || row.state !== "unsent") return row;
    switch (result.status) {
      case 200n:
        return { ...row, state: "done", version: result.version ?? row.version };
      case 404n:
        return gone(row);
      case 412n:
        return resolveStale(row, now.get(row.id));
      default:
        return { ...row, state: "refused", why: conflictWords(result.message) };
    }
  });
}

/**
 * The animal was changed by an earlier attempt without an answer, by somebody else in another field, or in the same
 * one.
 */
function resolveStale(row: BulkRow, pet: ListedPet | undefined): BulkRow {
  if (!pet) return gone(row);
  const theirs = targetOf({ status: pet.status ?? DEFAULT_STATUS, categoryId: pet.categoryId.toString() }, row.to);
  const version = pet.version ?? row.version;
  if (isSame(theirs, row.to)) return { ...row, version, state: "done" };
  // An animal that was changed in any field is not removed, because somebody may be working on it.
  const isMergeable = !("removed" in row.to) && isSame(theirs, row.from);
  if (isMergeable && row.tries < MAX_TRIES) return { ...row, version, tries: row.tries + 1 };
  return { ...row, version, state: "theirs", theirs };
}

const gone = (row: BulkRow): BulkRow =>
  "removed" in row.to && row.to.removed ? { ...row, from: row.to, state: "done" } : { ...row, state: "gone" };

function targetOf({ status, categoryId }: Pick<Selected, "status" | "categoryId">, target: Target): Target {
  if ("removed" in target) return { removed: false };
  return "status" in target ? { status } : { categoryId };
}

/** Compares two targets as JSON, which works because each has one member. */
export const isSame = (one: Target, other: Target) => JSON.stringify(one) === JSON.stringify(other);

export function tally({ rows }: BulkJob): Record<BulkRow["state"], number> {
  const counts = { unsent: 0, done: 0, refused: 0, theirs: 0, gone: 0 };
  for (const { state } of rows) counts[state]++;
  return counts;
}

/**
 * Sends batches until no row is unsent, and reports the job after each. Sending a batch again after a lost answer
 * changes nothing twice. `confirmed` asks the person if the service asks; after a no, the rest stays unsent.
 * @throws ApiError; the job can continue from there
 */
export async function sendBulk(
  job: BulkJob,
  save: (job: BulkJob) => void,
  signal: AbortSignal,
  confirmed: Confirmed = (_, send) => send(),
): Promise<BulkJob> {
  let current = job;
  for (;;) {
    const batch = nextBatch(current, MAX_CHANGES);
    if (batch.length === 0 || signal.aborted) return current;
    let { declined = 0 } = current;
    const pets = batch.map(({ id, name }) => ({ id: BigInt(id), name }));
    const sent = await confirmed(pets, async (confirm, consequences) => {
      const answer = await sendChangePets(batch.map(changeOf), confirm);
      declined += consequences?.declines.count ?? 0;
      return answer;
    });
    if (sent === "cancelled") return current;
    const { results, changeSets } = sent;
    const stale = results.filter(({ status }) => status === 412n).map(({ id }) => id.toString());
    const now = stale.length > 0 ? await fetchCurrentPets(stale) : new Map();
    const rows = applyResults(current.rows, results, now);
    current = { rows, changeSets: [...current.changeSets, ...changeSets], declined };
    save(current);
  }
}
