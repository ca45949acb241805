import * as z from "zod/mini";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PET_STATUSES, type PetStatus } from "@/lib/pets/status";
import { readSession, writeSession } from "@/lib/tab-storage";

/** A change of one animal in its row that is under way, or was not made. */
export type RowChange = {
  kind: "status" | "undo" | "remove" | "restore";
  id: bigint;
  name: string;
  /** The version that the person saw. */
  version: string;
  from: PetStatus;
  to: PetStatus;
  state: "saving" | "failed" | "theirs";
  error?: unknown;
  /** How the animal is now, because of somebody else. */
  theirs?: ListedPet;
};

const status = z.enum(PET_STATUSES);
const Kept = z.array(z.object({ id: z.string(), name: z.string(), version: z.string(), from: status, to: status }));

const storageName = (person: string) => `pets.rows.${person}`;

/** The changes of a status that a reload interrupted. Sending one that was made already changes nothing. */
export function readKeptChanges(person: string): RowChange[] {
  const kept = readSession(storageName(person), Kept) ?? [];
  return kept.map(({ id, ...change }) => ({ ...change, id: BigInt(id), kind: "status", state: "saving" }));
}

/** Keeps, for this tab, the changes of a status that may still be made. */
export function keepChanges(person: string, pending: Iterable<RowChange>): void {
  const kept = [...pending]
    .filter(({ kind, state, error }) => kind === "status" && (state !== "failed" || mayStillBeMade(error)))
    .map(({ id, name, version, from, to }) => ({ id: id.toString(), name, version, from, to }));
  writeSession(storageName(person), kept.length > 0 ? kept : null);
}

const mayStillBeMade = (error: unknown) => !isCertain(error) || isSignedOut(error);
