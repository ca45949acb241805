import { ApiError } from "../../http/errors";
import { changePet } from "../edit/calls";
import type { ListedPet } from "../list/schema";
import type { PetStatus } from "../status";
import { fetchCurrentPets, fetchHistory, undoChange } from "./calls";

/** A change of the status of one animal, based on what the person saw. */
export type StatusChange = { id: bigint; version: string; from: PetStatus; to: PetStatus };

/**
 * The next version, and whether somebody else changed another field in the meantime; or the current animal, if somebody
 * else changed its status.
 */
export type StatusOutcome = { version: string; isMerged: boolean } | { theirs: ListedPet };

/** Maximum number of attempts while others change other fields of the animal. */
const MAX_TRIES = 3;

/**
 * Changes the status of an animal. A change of another field in the meantime is not a collision. If an earlier attempt
 * succeeded but its answer was lost, the animal already has the status, and nothing is changed twice.
 * @throws ApiError
 */
export async function changeStatus({ id, from, to, ...seen }: StatusChange): Promise<StatusOutcome> {
  let { version } = seen;
  for (let tries = 1; ; tries++) {
    try {
      return { version: await changePet(id, version, { status: to }), isMerged: tries > 1 };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "precondition_failed")) throw error;
      const theirs = (await fetchCurrentPets([id.toString()])).get(id.toString());
      if (!theirs) throw new ApiError("not_found", "Somebody has removed this animal.");
      version = theirs.version ?? "";
      if (theirs.status === to) return { version, isMerged: true };
      if (theirs.status !== from || tries === MAX_TRIES) return { theirs };
    }
  }
}

/**
 * Undoes the change of the status that made this version of an animal, and returns the next version. That change is the
 * newest entry of the history: after any later one, the version no longer matches and this fails. If an earlier attempt
 * succeeded but its answer was lost, the animal already has the status.
 * @throws ApiError
 */
export async function undoStatus({ id, version, to }: Omit<StatusChange, "from">): Promise<string> {
  const [newest] = await fetchHistory(id, 1);
  if (!newest) throw new ApiError("not_found", "There is nothing to undo.");
  try {
    return await undoChange(id, newest.id, version);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "precondition_failed")) throw error;
    const now = (await fetchCurrentPets([id.toString()])).get(id.toString());
    if (now?.version !== undefined && now.status === to) return now.version;
    throw new ApiError("conflict", "Somebody has changed this animal since");
  }
}
