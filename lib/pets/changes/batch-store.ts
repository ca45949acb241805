import "server-only";
import type { Author } from "../../author";
import { DomainError } from "../../domain-error";
import type { IfMatch } from "../../precondition";
import type { VersionedPet } from "../columns";
import { type BatchResult, type PetBatch, REFUSALS } from "./batch-schema";
import { changePets } from "./patch-store";
import type { AdoptionEffects } from "./record-store";
import { findRemoval, removePet } from "./removal-store";
import { undoChange } from "./undo-store";

/**
 * Changes several animals, each at most once, and then undoes changes and removes animals as it is asked to. The mode
 * `each` changes those that can be changed, `all` changes all or none. Returns the result of each, in order.
 */
export async function changeBatch(
  author: Author,
  { mode, changes }: PetBatch,
  effects: AdoptionEffects,
): Promise<BatchResult[]> {
  const wanted = changes.filter(({ undo, remove }) => undo === undefined && !remove);
  const made = await changePets(
    wanted.map(({ id, ifMatch, undo: _none, remove: _no, ...change }) => ({ author, id, ifMatch, change })),
    mode === "all",
    effects.afterAdoption,
  );
  const outcomes = new Map<bigint, BatchOutcome>(wanted.map(({ id }, index) => [id, made[index] ?? null]));
  // One after another: each of these is a transaction of its own.
  for (const { id, ifMatch, undo, remove } of changes) {
    if (undo !== undefined) {
      const undone = undoChange({ author, petId: id, change: { version: undo }, ifMatch }, effects);
      outcomes.set(id, await undone.catch(refusalOf));
    }
    if (remove) outcomes.set(id, await removeOnce(author, id, ifMatch).catch(refusalOf));
  }
  return changes.map(({ id }) => toResult(id, outcomes.get(id) ?? null));
}

/** The next version of an animal, why it was not changed, or null if another change of the batch prevented it. */
type BatchOutcome = Pick<VersionedPet, "version"> | DomainError | null;

function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/** Removes an animal, unless an earlier request, whose answer was lost, has removed it in the same version. */
async function removeOnce(author: Author, petId: bigint, ifMatch: IfMatch): Promise<{ version: bigint }> {
  try {
    return { version: await removePet(author, petId, ifMatch) };
  } catch (error) {
    const version = refusalOf(error).code === "not_found" ? await findRemoval(petId, ifMatch) : null;
    if (version === null) throw error;
    return { version };
  }
}

/** Returns the result of a change in the answer to a batch. */
function toResult(id: bigint, outcome: BatchOutcome): BatchResult {
  if (outcome === null) return refusal(id, "failed_dependency", "Another change of this batch was refused");
  if (!(outcome instanceof DomainError)) return { id, status: 200n, version: String(outcome.version) };
  const { code, message } = outcome;
  if (code !== "not_found" && code !== "conflict" && code !== "precondition_failed") throw outcome;
  return refusal(id, code, message);
}

function refusal(id: bigint, code: keyof typeof REFUSALS, message: string): BatchResult {
  return { id, status: REFUSALS[code], code, message };
}
