import { ApiError } from "../../http/errors";
import { changePet } from "../edit/calls";
import type { ListedPet } from "../list/schema";
import type { PetStatus } from "../status";
import { fetchCurrentPets } from "./calls";

/** A change of the status of one animal, from what the person saw. */
export type StatusChange = { id: bigint; version: string; from: PetStatus; to: PetStatus };

/**
 * The outcome: the next version, and whether somebody else has changed something else meanwhile; or how the animal is
 * now, because somebody else has changed its status.
 */
export type StatusOutcome = { version: string; isMerged: boolean } | { theirs: ListedPet };

/** How often a change is sent again, because somebody else changed something else of the animal. */
const MAX_TRIES = 3;

/**
 * Changes the status of an animal. A change of something else that happened meanwhile is no collision. When an earlier
 * try got no answer but was made, this finds the status as it should be.
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
