import "server-only";
import { type Author, authorText } from "../../author";
import { Batcher } from "../../batcher";
import { contentChanged } from "../../content-version";
import { isDatabaseUnavailable } from "../../database/errors";
import type { Row } from "../../database/pg-private";
import { pool } from "../../database/pool";
import { DomainError } from "../../domain-error";
import { INT64_MAX } from "../../int64";
import type { IfMatch } from "../../precondition";
import { CHANGEABLE_FIELDS, toVersionedPet, type VersionedPet } from "../columns";
import { NO_PET, type PetChange } from "../schema";
import { type BatchResult, type PetBatch, REFUSALS } from "./batch-schema";
import { PATCH } from "./patch-statement";
import { orderedError, staleError } from "./record-store";

/** A change that somebody wants to make, and the versions of the animal in which it may be made. */
type WantedChange = { author: Author; id: bigint; ifMatch: IfMatch | null; change: PetChange };

/** The animal afterwards, why it was not changed, or null if another change of the batch prevented it. */
type ChangeOutcome = VersionedPet | DomainError | null;

/**
 * Changes an animal. Setting its current values changes nothing. Concurrent changes of different animals share a
 * statement.
 * @throws DomainError not_found; precondition_failed; conflict when its status cannot become the wanted one
 */
export async function changePet(wanted: WantedChange): Promise<VersionedPet> {
  const outcome = await singleChanges.add(wanted);
  if (outcome === null) throw new TypeError("a change on its own does not depend on others");
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

/**
 * Changes several animals, each at most once. The mode `each` changes those that can be changed, `all` changes all or
 * none. Returns the result of each, in order.
 */
export async function changeBatch(author: Author, mode: PetBatch["mode"], changes: PetBatch["changes"]) {
  const wanted = changes.map(({ id, ifMatch, ...change }) => ({ author, id, ifMatch, change }));
  const outcomes = await execute(wanted, mode === "all");
  return changes.map(({ id }, index) => toResult(id, outcomes[index] ?? null));
}

async function execute(wanted: readonly WantedChange[], isAllOrNothing: boolean): Promise<ChangeOutcome[]> {
  const values = [
    isAllOrNothing,
    wanted.map(({ id }) => String(id)),
    wanted.map(({ ifMatch }) => versionsText(ifMatch)),
    wanted.map(({ author }) => authorText(author)),
    ...CHANGEABLE_FIELDS.map(({ field }) => wanted.map(({ change }) => change[field]?.toString() ?? null)),
  ];
  // On the ordinary pool, because the statement may wait for a locked row, and statements of the pipeline must not
  // wait.
  const { rows } = await pool().query<(string | null)[]>({ ...PATCH, values, rowMode: "array" });
  if (rows.some(([, kind]) => kind === "changed")) contentChanged();
  const found = new Map(rows.map(([place, ...row]) => [Number(place), row]));
  return wanted.map((_, index) => toOutcome(found.get(index + 1)));
}

/** Makes the changes that arrive at the same time in one statement, because each commit waits for the disk. */
const singleChanges = new Batcher<WantedChange, ChangeOutcome>((wanted) => execute(wanted, false), {
  maxBatch: 100,
  maxParallel: 2,
  maxWaiting: 10_000,
  failsAll: isDatabaseUnavailable,
  keyOf: ({ id }) => id,
});

/** Returns the versions as the text of a PostgreSQL array, or null for any version. */
function versionsText(ifMatch: IfMatch | null): string | null {
  return ifMatch === null || ifMatch === "*"
    ? null
    : `{${ifMatch.filter((version) => version <= INT64_MAX).join(",")}}`;
}

function toOutcome(row: Row | undefined): ChangeOutcome {
  if (!row) return new DomainError("not_found", NO_PET);
  const [kind, status, wantedStatus, ...pet] = row;
  switch (kind) {
    case "stale":
      return staleError();
    case "ordered":
      return orderedError();
    case "transition":
      return new DomainError(
        "conflict",
        `An animal that is ${status} cannot become ${wantedStatus}. Make it available first`,
      );
    case "prevented":
      return null;
    default:
      return toVersionedPet(pet);
  }
}

/** Returns the result of a change in the answer to a batch. */
function toResult(id: bigint, outcome: ChangeOutcome): BatchResult {
  if (outcome === null) return refusal(id, "failed_dependency", "Another change of this batch was refused");
  if (!(outcome instanceof DomainError)) return { id, status: 200n, version: String(outcome.version) };
  const { code, message } = outcome;
  if (code !== "not_found" && code !== "conflict" && code !== "precondition_failed") throw outcome;
  return refusal(id, code, message);
}

function refusal(id: bigint, code: keyof typeof REFUSALS, message: string): BatchResult {
  return { id, status: REFUSALS[code], code, message };
}
