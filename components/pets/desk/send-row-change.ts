import type { QueryClient } from "@tanstack/react-query";
import { fetchOpenApplications } from "@/lib/applications/calls";
import { declinedWords, reopenedWords } from "@/lib/applications/staff-words";
import { ApiError, isCertain } from "@/lib/http/errors";
import { removePet, restorePet } from "@/lib/pets/changes/calls";
import { changeStatus, undoStatus } from "@/lib/pets/desk/change-status";
import { deskKeys } from "@/lib/pets/desk/queries";
import { showInLists } from "@/lib/pets/desk/show-in-lists";
import type { ListedPet } from "@/lib/pets/list/schema";
import { refetchBesideLists, refetchPets } from "@/lib/pets/queries";
import { type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { refetch } from "@/lib/refetch";
import { UNDO_MS } from "../../ui/show-toast";
import { showPetToast } from "../show-pet-toast";
import { dropOffer, type RowChange, readSavedOffer, saveOffer } from "./row-change";

type Context = {
  person: string;
  client: QueryClient;
  /** Collects each version that a change makes. */
  ownVersions: Set<string>;
  /** Sends another change: the one that undoes this one. */
  send(change: RowChange): void;
  /** Opens another page. */
  open(path: string): void;
};
type SendChange = (change: RowChange, context: Context) => Promise<ListedPet | null>;

const SENDERS: Record<RowChange["kind"], SendChange> = { status: setStatus, undo, record, remove, restore };

/**
 * Sends a change, shows it in every list, and reports it in a toast. Returns the current animal if somebody else has
 * changed it first; otherwise null.
 * @throws ApiError
 */
export const sendRowChange: SendChange = (change, context) => SENDERS[change.kind](change, context);

async function setStatus(change: RowChange, context: Context): Promise<ListedPet | null> {
  const { id, from, to } = change;
  const declined = change.declined ?? (to === "sold" ? await fetchOpenApplications([id]).catch(() => []) : []);
  const outcome = await changeStatus(change);
  if ("collision" in outcome) {
    showChanged(context, id, outcome.collision);
    return outcome.collision;
  }
  const { version, isMerged } = outcome.done;
  showChanged(context, id, { status: to, version });
  // The rest of the row is outdated, because somebody else changed another field.
  if (isMerged) void refetch(context.client, deskKeys.lists);
  const undo = { ...change, kind: "undo", from: to, to: from, version } as const;
  offerUndo(undo, context, { note: declinedWords(declined) });
  return null;
}

async function undo(change: RowChange, context: Context): Promise<null> {
  const { id, from, to } = change;
  showChanged(context, id, { status: to, version: await undoStatus(change) });
  const reopened = from === "sold" ? (await fetchOpenApplications([id]).catch(() => [])).length : 0;
  showPetToast(change, `is ${statusWord(to)} again. ${reopenedWords(reopened)}`.trim());
  return null;
}

/**
 * Makes an animal that was marked as adopted available again, and opens the form in which its adopter is entered: only
 * an application that is approved starts an adoption with a name.
 */
async function record(change: RowChange, context: Context): Promise<ListedPet | null> {
  const { id, to: before } = change;
  const version = await undoStatus(change);
  showChanged(context, id, { status: before, version });
  const outcome = await changeStatus({ id, version, from: before, to: "available" });
  if ("collision" in outcome) return outcome.collision;
  showChanged(context, id, { status: "available", version: outcome.done.version });
  showPetToast(change, "is available again until you approve the application.", { staysOnLeave: true });
  context.open(`/animals/${id}/apply`);
  return null;
}

async function remove(change: RowChange, context: Context): Promise<null> {
  await removeOnce(change);
  offerUndo({ ...change, kind: "restore" }, context);
  await refetchPets(context.client);
  return null;
}

/** Removes an animal. If an earlier attempt got no answer, it may have done so. @throws ApiError */
async function removeOnce({ id, version, error }: RowChange): Promise<void> {
  try {
    await removePet(id, version);
  } catch (reason) {
    const wasInDoubt = error !== undefined && !isCertain(error);
    if (!wasInDoubt || !(reason instanceof ApiError && reason.code === "not_found")) throw reason;
  }
}

async function restore(change: RowChange, { client }: Context): Promise<null> {
  await restorePet(change.id);
  showPetToast(change, "is in the list again.");
  await refetchPets(client);
  return null;
}

/** Reports a change of an animal, and offers to undo it. The offer survives a reload, the note does not. */
function offerUndo(
  opposite: RowChange,
  { person, send }: Pick<Context, "person" | "send">,
  { shownMs = UNDO_MS, note = "" } = {},
): void {
  saveOffer(person, { change: opposite, until: Date.now() + shownMs });
  const news = opposite.kind === "restore" ? "was removed." : `is now ${statusWord(opposite.from)}. ${note}`.trim();
  showPetToast(opposite, news, {
    action: { label: "Undo", onSelect: () => send(opposite) },
    ...(opposite.from === "sold" &&
      opposite.kind === "undo" && {
        otherAction: { label: "Record the adopter", onSelect: () => send({ ...opposite, kind: "record" }) },
      }),
    shownMs,
    onClose: () => dropOffer(person, { change: opposite }),
  });
}

/** Repeats an offer from before a reload, for the rest of its time. */
export function offerSavedUndo(context: Pick<Context, "person" | "send">): void {
  const saved = readSavedOffer(context.person);
  if (saved) offerUndo(saved.change, context, { shownMs: saved.until - Date.now() });
}

/** Returns a status as part of a sentence. */
const statusWord = (status: PetStatus) => STATUS_LABELS[status].toLowerCase();

/** Updates an animal in every list. */
function showChanged({ client, ownVersions }: Context, id: bigint, values: Partial<ListedPet>): void {
  ownVersions.add(`${id}:${values.version}`);
  showInLists(client, id, values);
  refetchBesideLists(client, id);
}
