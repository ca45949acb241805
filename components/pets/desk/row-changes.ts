import type { QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type Consequences, declinedWords } from "@/lib/adoptions/consequences";
import { ApiError, isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { refetch } from "@/lib/http/query-client";
import { refetchBesideLists, refetchPets, sendRemovePet, sendRestorePet } from "@/lib/pets/client";
import { changeStatus, type StatusChange, undoStatus } from "@/lib/pets/desk/change-status";
import { deskKeys, showInLists } from "@/lib/pets/desk/queries";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PET_STATUSES, type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { UNDO_MS } from "../../ui/toast";
import { showPetToast } from "../pet-messages";

export type RowAction = SetStatus | UndoStatus | RemovePet | RestorePet;

/** `confirm` is what the person has agreed to. */
type SetStatus = StatusChange & { kind: "status"; name: string; confirm?: string | undefined };
type UndoStatus = StatusChange & { kind: "undo"; name: string };
type RemovePet = { kind: "remove"; id: bigint; name: string; version: string };
type RestorePet = { kind: "restore"; id: bigint; name: string; version: string };

/** `isAsked`: while the person is asked. */
export type RowChange = { action: RowAction; state: "saving"; isAsked?: boolean } | StoppedChange;

/** `theirs` is the animal as somebody else has changed it. */
export type StoppedChange =
  | { action: RowAction; state: "failed"; error: unknown }
  | { action: SetStatus; state: "collision"; theirs: ListedPet };

/** Such a row shows the new value. */
export function isUnderWay(change: RowChange): boolean {
  if (change.state !== "failed") return change.state === "saving";
  return mayStillBeMade(change.error) || waitSecondsOf(change.error) !== null;
}

/** After a lost answer, or once the person has signed in again. */
const mayStillBeMade = (error: unknown) => !isCertain(error) || isSignedOut(error);

// What a reload of the staff's list must not lose: changes of a status that are not finished.

const pet = { id: z.string(), name: z.string(), version: z.string() };
const fromTo = { from: z.enum(PET_STATUSES), to: z.enum(PET_STATUSES) };
const SavedChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("status"), ...pet, ...fromTo, confirm: z.optional(z.string()) }),
  z.object({ kind: z.literal("undo"), ...pet, ...fromTo }),
]);

const changesName = (person: string) => `pets.rows.${person}`;

/** Repeating a change that was already made changes nothing. */
export const readSavedChanges = (person: string): (SetStatus | UndoStatus)[] =>
  (readFromTab(changesName(person), z.array(SavedChange)) ?? []).map((saved) => ({ ...saved, id: BigInt(saved.id) }));

/** Leaves out what the person is being asked about: a reload cancels that, and so does leaving the page. */
export function saveChanges(person: string, unfinished: Iterable<RowChange>): void {
  const mayBeMade = [...unfinished].filter((change) =>
    change.state === "failed" ? mayStillBeMade(change.error) : !("isAsked" in change && change.isAsked),
  );
  const saved = mayBeMade.flatMap(({ action }) =>
    action.kind === "undo" || action.kind === "status" ? { ...action, id: action.id.toString() } : [],
  );
  saveInTab(changesName(person), saved.length > 0 ? saved : null);
}

type Context = {
  client: QueryClient;
  /** Of the attempt before, if this is another one. */
  lastError: unknown;
  /** What the person has agreed to, if the service has asked. */
  consequences: Consequences | undefined;
  send(action: RowAction): void;
  openAdopter(petId: bigint): void;
};

/** Shows the result in every list and in a toast. Returns a collision with somebody else's status. @throws ApiError */
export async function sendRowChange(action: RowAction, context: Context): Promise<RowChange | null> {
  if (action.kind === "status") return sendStatus(action, context);
  if (action.kind === "undo") await changeBack(action, context);
  else if (action.kind === "remove") await remove(action, context);
  else await restore(action, context);
  return null;
}

async function sendStatus(action: SetStatus, context: Context): Promise<RowChange | null> {
  const { id, name, from, to } = action;
  const outcome = await changeStatus(action, action.confirm);
  if ("collision" in outcome) {
    showChanged(context, id, outcome.collision);
    return { action, state: "collision", theirs: outcome.collision };
  }
  const { version, isMerged } = outcome.done;
  showChanged(context, id, { status: to, version });
  // The rest of the row is outdated, because somebody else changed another field.
  if (isMerged) void refetch(context.client, deskKeys.lists);
  offerUndo(
    { kind: "undo", id, name, version, from: to, to: from },
    context,
    declinedWords(context.consequences?.declines),
  );
  return null;
}

async function changeBack(action: UndoStatus, context: Context): Promise<void> {
  const { id, to } = action;
  showChanged(context, id, { status: to, version: await undoStatus(action) });
  showPetToast(action, `is ${statusWord(to)} again.`);
}

async function remove(action: RemovePet, context: Context): Promise<void> {
  await removeOnce(action, context);
  offerUndo({ ...action, kind: "restore" }, context);
  await refetchPets(context.client);
}

/** Removes an animal. If an earlier attempt got no answer, it may have done so. @throws ApiError */
async function removeOnce({ id, version }: RemovePet, { lastError }: Context): Promise<void> {
  try {
    await sendRemovePet(id, version);
  } catch (error) {
    const wasInDoubt = lastError !== undefined && !isCertain(lastError);
    if (!wasInDoubt || !(error instanceof ApiError && error.code === "not_found")) throw error;
  }
}

async function restore(action: RestorePet, { client }: Context): Promise<void> {
  await sendRestorePet(action.id);
  showPetToast(action, "is in the list again.");
  await refetchPets(client);
}

function offerUndo(
  undo: UndoStatus | RestorePet,
  { send, openAdopter }: Pick<Context, "send" | "openAdopter">,
  note = "",
): void {
  const news = undo.kind === "restore" ? "was removed." : `is now ${statusWord(undo.from)}. ${note}`.trim();
  showPetToast(undo, news, {
    action: { label: "Undo", onSelect: () => send(undo) },
    ...(undo.kind === "undo" &&
      undo.from === "sold" && {
        otherAction: { label: "Record the adopter", onSelect: () => openAdopter(undo.id) },
      }),
    shownMs: UNDO_MS,
  });
}

const statusWord = (status: PetStatus) => STATUS_LABELS[status].toLowerCase();

function showChanged({ client }: Context, id: bigint, values: Partial<ListedPet>): void {
  showInLists(client, id, values);
  refetchBesideLists(client, id);
}
