import type { ApplicationSummary } from "@/lib/applications/schema";
import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import type { StatusChange } from "@/lib/pets/desk/change-status";
import type { ListedPet } from "@/lib/pets/list/schema";

/** What a person wants to do with an animal, in its row. */
export type RowAction = SetStatus | UndoStatus | RemovePet | RestorePet;

export type SetStatus = StatusChange & { kind: "status"; name: string; declined: Declined };
export type UndoStatus = StatusChange & { kind: "undo"; name: string };
export type RemovePet = { kind: "remove"; id: bigint; name: string; version: string };
export type RestorePet = { kind: "restore"; id: bigint; name: string; version: string };

/**
 * The open applications that a change of the status declines. "ask first": the person has yet to be asked about them.
 * "unknown": the person has been asked, if there was anything to ask, but a reload has lost the applications.
 */
type Declined = readonly ApplicationSummary[] | "ask first" | "unknown";

/** An action that is in progress or has failed. */
export type RowChange = { action: RowAction; state: "saving" } | StoppedChange;

/** An action that has failed. After a collision, `theirs` is the animal as somebody else has changed it. */
export type StoppedChange =
  | { action: RowAction; state: "failed"; error: unknown }
  | { action: SetStatus; state: "collision"; theirs: ListedPet };

/** Whether a change is in progress or will be tried again, so that its row shows the new value. */
export function isUnderWay(change: RowChange): boolean {
  if (change.state !== "failed") return change.state === "saving";
  return mayStillBeMade(change.error) || waitSecondsOf(change.error) !== null;
}

/** Whether a change that failed may still happen: after a lost answer, or once the person has signed in again. */
export const mayStillBeMade = (error: unknown) => !isCertain(error) || isSignedOut(error);
