import { DomainError } from "../../domain-error";
import type { VersionedPet } from "../columns";
import { type BatchResult, REFUSALS } from "./batch-schema";

/** What a batch says about each change. `outcome` is null where another change of the batch failed. */
export function toResult(id: bigint, outcome: VersionedPet | DomainError | null): BatchResult {
  if (outcome === null) return refusal(id, "failed_dependency", "Another change of this batch was refused");
  if (!(outcome instanceof DomainError)) return { id, status: 200n, version: String(outcome.version) };
  const { code, message } = outcome;
  if (code !== "not_found" && code !== "conflict" && code !== "precondition_failed") throw outcome;
  return refusal(id, code, message);
}

function refusal(id: bigint, code: keyof typeof REFUSALS, message: string): BatchResult {
  return { id, status: REFUSALS[code], code, message };
}
