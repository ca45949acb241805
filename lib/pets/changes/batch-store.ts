import "server-only";
import { isDatabaseUnavailable } from "../../database/errors";
import { logFailure } from "../../database/health";
import { type Author, DomainError, type IfMatch } from "../../domain";
import type { VersionedPet } from "../columns";
import { type BatchResult, type PetBatch, REFUSALS } from "./batch-schema";
import { changePets } from "./patch-store";
import { type AfterAdoption, removeOnce } from "./record-store";

/** What is above this slice: the consequences of an adoption, and undoing the change that made a version. */
export type BatchEffects = {
  afterAdoption: AfterAdoption;
  undo(wanted: { author: Author; petId: bigint; version: bigint; ifMatch: IfMatch }): Promise<{ version: bigint }>;
};

/**
 * `each` changes what can be changed, `all` everything or nothing.
 * @throws what the database throws, while nothing is decided yet
 */
export async function changeBatch(
  author: Author,
  { mode, changes }: PetBatch,
  effects: BatchEffects,
): Promise<BatchResult[]> {
  const wanted = changes.filter(({ undo, remove }) => undo === undefined && !remove);
  const made = await changePets(
    author,
    wanted.map(({ id, ifMatch, undo: _none, remove: _no, ...change }) => ({ author, id, ifMatch, change })),
    mode === "all",
    effects.afterAdoption,
  );
  const outcomes = new Map<bigint, BatchOutcome>(wanted.map(({ id }, index) => [id, made[index] ?? null]));
  await undoAndRemove(author, changes, outcomes, effects);
  return changes.map(({ id }) => toResult(id, outcomes.get(id) ?? null));
}

/** One after another, each in a transaction of its own: what is done stays done, whatever happens to the next. */
async function undoAndRemove(
  author: Author,
  changes: PetBatch["changes"],
  outcomes: Map<bigint, BatchOutcome>,
  effects: BatchEffects,
): Promise<void> {
  let isInterrupted = false;
  for (const { id, ifMatch, undo } of changes.filter(({ undo, remove }) => undo !== undefined || remove)) {
    if (isInterrupted) {
      outcomes.set(id, notTried());
      continue;
    }
    const change =
      undo === undefined
        ? removeOnce(author, id, ifMatch)
        : effects.undo({ author, petId: id, version: undo, ifMatch });
    try {
      outcomes.set(id, await change);
    } catch (error) {
      isInterrupted = isDatabaseUnavailable(error);
      if (isInterrupted && outcomes.size === 0) throw error;
      outcomes.set(id, isInterrupted ? interrupted(error) : refusalOf(error));
    }
  }
}

/** The next version of an animal, why it was not changed, or null if another change of the batch prevented it. */
type BatchOutcome = Pick<VersionedPet, "version"> | DomainError | null;

function interrupted(error: unknown): DomainError {
  logFailure("a batch was interrupted", error);
  return new DomainError(
    "unavailable",
    "The database did not answer, so this may have been done or not. Send it again",
  );
}

const notTried = () => new DomainError("unavailable", "Not tried, because the database did not answer. Send it again");

function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

function toResult(id: bigint, outcome: BatchOutcome): BatchResult {
  if (outcome === null) return refusal(id, "failed_dependency", "Another change of this batch was refused");
  if (!(outcome instanceof DomainError)) return { id, status: 200n, version: String(outcome.version) };
  const { code, message } = outcome;
  switch (code) {
    case "not_found":
    case "conflict":
    case "precondition_failed":
    case "unavailable":
      return refusal(id, code, message);
    default:
      throw outcome;
  }
}

function refusal(id: bigint, code: keyof typeof REFUSALS, message: string): BatchResult {
  return { id, status: REFUSALS[code], code, message };
}
