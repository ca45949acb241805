import "server-only";
import type { Consent } from "../../adoptions/applications-store";
import { type Author, DomainError } from "../../domain";
import type { VersionedPet } from "../columns";
import { type BatchResult, type PetBatch, REFUSALS } from "./batch-schema";
import { changePets } from "./change-store";
import { removePets } from "./record-store";

/**
 * Removes animals, or changes them: `each` those that can be changed, `all` everything or nothing.
 * @throws DomainError confirmation_required: then nothing was changed
 */
export async function changeBatch(
  author: Author,
  { mode, changes }: PetBatch,
  consent?: Consent,
): Promise<BatchResult[]> {
  const outcomes = changes[0]?.remove
    ? await removePets(author, changes)
    : await changePets(
        author,
        changes.map(({ id, ifMatch, remove: _, hidden, ...change }) => ({
          ...{ id, ifMatch, change },
          ...(hidden !== undefined && { care: { hidden } }),
        })),
        mode === "all",
        consent,
      );
  return changes.map(({ id }, at) => toResult(id, outcomes[at] ?? null));
}

/** The next version of an animal, why it was not changed, or null if another change of the batch prevented it. */
type BatchOutcome = Pick<VersionedPet, "version"> | DomainError | null;

function toResult(id: bigint, outcome: BatchOutcome): BatchResult {
  if (outcome === null) return refusal(id, "failed_dependency", "Another change of this batch was refused");
  if (!(outcome instanceof DomainError)) return { id, status: 200n, version: String(outcome.version) };
  const { code, message } = outcome;
  if (code === "not_found" || code === "conflict" || code === "precondition_failed") return refusal(id, code, message);
  throw outcome;
}

function refusal(id: bigint, code: keyof typeof REFUSALS, message: string): BatchResult {
  return { id, status: REFUSALS[code], code, message };
}
