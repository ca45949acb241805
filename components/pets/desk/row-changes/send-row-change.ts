import type { QueryClient } from "@tanstack/react-query";
import { fetchOpenApplications } from "@/lib/applications/calls";
import { declinedWords, reopenedWords } from "@/lib/applications/staff-words";
import { ApiError, isCertain } from "@/lib/http/errors";
import { sendRemovePet, sendRestorePet } from "@/lib/pets/changes/calls";
import { changeStatus, undoStatus } from "@/lib/pets/desk/change-status";
import { deskKeys } from "@/lib/pets/desk/queries";
import { showInLists } from "@/lib/pets/desk/show-in-lists";
import type { ListedPet } from "@/lib/pets/list/schema";
import { refetchBesideLists, refetchPets } from "@/lib/pets/queries";
import { type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { refetch } from "@/lib/refetch";
import { UNDO_MS } from "../../../ui/toasts/show-toast";
import { showPetToast } from "../../show-pet-toast";
import type { RemovePet, RestorePet, RowAction, RowChange, SetStatus, UndoStatus } from "./row-change";
import { dropOffer, readSavedOffer, saveOffer } from "./saved-row-changes";

type Context = {
  person: string;
  client: QueryClient;
  /** Collects each version that a change makes. */
  ownVersions: Set<string>;
  /** Why the last attempt failed, if this is another one. */
  lastError: unknown;
  /** Sends another action: the one that undoes this one. */
  send(action: RowAction): void;
  /** Opens the form that records who has adopted an animal. */
  openAdopter(petId: bigint): void;
};

/**
 * Sends an action, shows its result in every list, and reports it in a toast. Returns the collision if somebody else
 * has changed the status first; otherwise null.
 * @throws ApiError
 */
export async function sendRowChange(action: RowAction, context: Context): Promise<RowChange | null> {
  if (action.kind === "status") return sendStatus(action, context);
  if (action.kind === "undo") await changeBack(action, context);
  else if (action.kind === "remove") await remove(action, context);
  else await restore(action, context);
  return null;
}

async function sendStatus(action: SetStatus, context: Context): Promise<RowChange | null> {
  const { id, name, from, to } = action;
  const declined = await declinedBy(action);
  const outcome = await changeStatus(action);
  if ("collision" in outcome) {
    showChanged(context, id, outcome.collision);
    return { action, state: "collision", theirs: outcome.collision };
  }
  const { version, isMerged } = outcome.done;
  showChanged(context, id, { status: to, version });
  // The rest of the row is outdated, because somebody else changed another field.
  if (isMerged) void refetch(context.client, deskKeys.lists);
  offerUndo({ kind: "undo", id, name, version, from: to, to: from }, context, { note: declinedWords(declined) });
  return null;
}

/** Returns the applications that an action declines, as far as they can be read. */
async function declinedBy({ id, to, declined }: SetStatus) {
  if (typeof declined !== "string") return declined;
  return to === "sold" ? fetchOpenApplications([id]).catch(() => []) : [];
}

async function changeBack(action: UndoStatus, context: Context): Promise<void> {
  const { id, from, to } = action;
  showChanged(context, id, { status: to, version: await undoStatus(action) });
  const reopened = from === "sold" ? await fetchOpenApplications([id]).catch(() => []) : [];
  showPetToast(action, `is ${statusWord(to)} again. ${reopenedWords(reopened)}`.trim());
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

/** Reports a change of an animal, and offers to undo it. The offer survives a reload, the note does not. */
function offerUndo(
  undo: UndoStatus | RestorePet,
  { person, send, openAdopter }: Pick<Context, "person" | "send" | "openAdopter">,
  { shownMs = UNDO_MS, note = "" } = {},
): void {
  saveOffer(person, { undo, until: Date.now() + shownMs });
  const news = undo.kind === "restore" ? "was removed." : `is now ${statusWord(undo.from)}. ${note}`.trim();
  showPetToast(undo, news, {
    action: { label: "Undo", onSelect: () => send(undo) },
    ...(undo.kind === "undo" &&
      undo.from === "sold" && {
        otherAction: { label: "Record the adopter", onSelect: () => openAdopter(undo.id) },
      }),
    shownMs,
    onClose: () => dropOffer(person, undo),
  });
}

/** Repeats an offer from before a reload, for the rest of its time. */
export function offerSavedUndo(context: Pick<Context, "person" | "send" | "openAdopter">): void {
  const saved = readSavedOffer(context.person);
  if (saved) offerUndo(saved.undo, context, { shownMs: saved.until - Date.now() });
}

/** Returns a status as part of a sentence. */
const statusWord = (status: PetStatus) => STATUS_LABELS[status].toLowerCase();

/** Updates an animal in every list. */
function showChanged({ client, ownVersions }: Context, id: bigint, values: Partial<ListedPet>): void {
  ownVersions.add(`${id}:${values.version}`);
  showInLists(client, id, values);
  refetchBesideLists(client, id);
}
