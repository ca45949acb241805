import type { QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type Consequences, declinedWords } from "@/lib/adoptions/consequences";
import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { refetch } from "@/lib/http/query-client";
import { refetchBesideLists, refetchPets, sendRemovePet } from "@/lib/pets/client";
import { changeStatus, type StatusChange } from "@/lib/pets/desk/change-status";
import { deskKeys, showInLists } from "@/lib/pets/desk/queries";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import type { useUndoOffer } from "../../audit/undo-offer";
import { showPetToast } from "../pet-messages";

export type RowAction = SetStatus | RemovePet;

/** `confirm` is what the person has agreed to. */
type SetStatus = StatusChange & { kind: "status"; name: string; confirm?: string | undefined };
type RemovePet = { kind: "remove"; id: bigint; name: string; version: string };

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

const SavedChange = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  from: z.enum(PET_STATUSES),
  to: z.enum(PET_STATUSES),
  confirm: z.optional(z.string()),
});

const changesName = (person: string) => `pets.rows.${person}`;

/** Repeating a change that was already made changes nothing. */
export const readSavedChanges = (person: string): SetStatus[] =>
  (readFromTab(changesName(person), z.array(SavedChange)) ?? []).map((saved) => ({
    ...saved,
    kind: "status",
    id: BigInt(saved.id),
  }));

/** Leaves out what the person is being asked about: a reload cancels that, and so does leaving the page. */
export function saveChanges(person: string, unfinished: Iterable<RowChange>): void {
  const mayBeMade = [...unfinished].filter((change) =>
    change.state === "failed" ? mayStillBeMade(change.error) : !("isAsked" in change && change.isAsked),
  );
  const saved = mayBeMade.flatMap(({ action }) => {
    if (action.kind !== "status") return [];
    const { kind: _, id, ...rest } = action;
    return { ...rest, id: id.toString() };
  });
  saveInTab(changesName(person), saved.length > 0 ? saved : null);
}

type Context = {
  client: QueryClient;
  /** What the person has agreed to, if the service has asked. */
  consequences: Consequences | undefined;
  offerUndo: ReturnType<typeof useUndoOffer>;
  openAdopter(petId: bigint): void;
};

/** Shows the result in every list and in a toast. Returns a collision with somebody else's status. @throws ApiError */
export async function sendRowChange(action: RowAction, context: Context): Promise<RowChange | null> {
  if (action.kind === "status") return sendStatus(action, context);
  await remove(action, context);
  return null;
}

async function sendStatus(action: SetStatus, context: Context): Promise<RowChange | null> {
  const { id, to } = action;
  const outcome = await changeStatus(action, action.confirm);
  if ("collision" in outcome) {
    showChanged(context, id, outcome.collision);
    return { action, state: "collision", theirs: outcome.collision };
  }
  const { version, changeSets, isMerged } = outcome.done;
  showChanged(context, id, { status: to, version });
  // The rest of the row is outdated, because somebody else changed another field.
  if (isMerged) void refetch(context.client, deskKeys.lists);
  const { consequences, offerUndo, openAdopter } = context;
  const news = `is now ${STATUS_LABELS[to].toLowerCase()}. ${declinedWords(consequences?.declines)}`;
  showPetToast(action, news.trim(), {
    ...offerUndo(changeSets, { about: `pet-${id}` }),
    ...(to === "sold" && { otherAction: { label: "Record the adopter", onSelect: () => openAdopter(id) } }),
  });
  return null;
}

async function remove(action: RemovePet, context: Context): Promise<void> {
  const changeSets = await sendRemovePet(action.id, action.version);
  showPetToast(action, "was removed.", context.offerUndo(changeSets, { about: `pet-${action.id}` }));
  await refetchPets(context.client);
}

function showChanged({ client }: Context, id: bigint, values: Partial<ListedPet>): void {
  showInLists(client, id, values);
  refetchBesideLists(client, id);
}
