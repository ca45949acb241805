import "server-only";
import type { Author } from "../../author";
import { DomainError } from "../../domain-error";
import { type BatchResult, type PetBatch, REFUSALS } from "./batch-schema";
import { type ChangeOutcome, changePets } from "./patch-store";
import type { AdoptionEffects } from "./record-store";
import { undoChange, type WantedUndo } from "./undo-store";

/**
 * Changes several animals, each at most once, and then undoes the changes that it is asked to undo. The mode `each`
 * changes those that can be changed, `all` changes all or none. Returns the result of each, in order.
 */
export async function changeBatch(
  author: Author,
  { mode, changes }: PetBatch,
  effects: AdoptionEffects,
): Promise<BatchResult[]> {
  const wanted = changes.filter(({ undo }) => undo === undefined);
  const made = await changePets(
    wanted.map(({ id, ifMatch, undo: _none, ...change }) => ({ author, id, ifMatch, change })),
    mode === "all",
    effects.afterAdoption,
  );
  const outcomes = new Map(wanted.map(({ id }, index) => [id, made[index] ?? null]));
  // One after another: each undoing is a transaction of its own, which reads the history.
  for (const { id, ifMatch, undo } of changes) {
    if (undo === undefined) continue;
    outcomes.set(id, await tryUndo({ author, petId: id, change: { version: undo }, ifMatch }, effects));
  }
  return changes.map(({ id }) => toResult(id, outcomes.get(id) ?? null));
}

async function tryUndo(wanted: WantedUndo, effects: AdoptionEffects): Promise<ChangeOutcome> {
  try {
    return await undoChange(wanted, effects);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
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
