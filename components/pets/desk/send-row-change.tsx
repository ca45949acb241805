import type { QueryClient } from "@tanstack/react-query";
import { removePet, restorePet, undoLatest } from "@/lib/pets/desk/calls";
import { changeStatus } from "@/lib/pets/desk/change-status";
import { deskKeys } from "@/lib/pets/desk/queries";
import type { ListedPet, PetsPage } from "@/lib/pets/list/schema";
import { petKeys } from "@/lib/pets/queries";
import { type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { refetch } from "@/lib/refetch";
import { showToast, UNDO_MS } from "../../ui/show-toast";
import { NamedSentence } from "../named-sentence";
import type { RowChange } from "./row-change";

type Context = {
  client: QueryClient;
  /** Gets each version that is made. */
  ownVersions: Set<string>;
  /** Makes the opposite change, for "Undo". */
  onUndo(opposite: RowChange): void;
};
type Sender = (change: RowChange, context: Context) => Promise<ListedPet | null>;

const SENDERS: Record<RowChange["kind"], Sender> = { status: setStatus, undo: undoStatus, remove, restore };

/**
 * Sends a change, shows it in every list, and reports it in a toast. Returns the animal as it is now if somebody else
 * has changed it first; otherwise null.
 * @throws ApiError
 */
export const sendRowChange: Sender = (change, context) => SENDERS[change.kind](change, context);

async function setStatus(change: RowChange, context: Context): Promise<ListedPet | null> {
  const { id, name, from, to } = change;
  const outcome = await changeStatus(change);
  if ("theirs" in outcome) {
    show(context, id, outcome.theirs);
    return outcome.theirs;
  }
  const { version } = outcome;
  show(context, id, { status: to, version });
  // The rest of the row is that of an earlier version.
  if (outcome.isMerged) void context.client.invalidateQueries({ queryKey: deskKeys.lists });
  showToast({
    text: <NamedSentence name={name} rest={`is now ${statusWord(to)}.`} />,
    ...undoButton(context, { ...change, kind: "undo", from: to, to: from, version }),
  });
  return null;
}

async function undoStatus({ id, name, to, version }: RowChange, context: Context): Promise<null> {
  show(context, id, { status: to, version: await undoLatest(id, version) });
  showToast({ text: <NamedSentence name={name} rest={`is ${statusWord(to)} again.`} /> });
  return null;
}

async function remove(change: RowChange, context: Context): Promise<null> {
  await removePet(change.id, change.version);
  showToast({
    text: <NamedSentence name={change.name} rest="was removed." />,
    ...undoButton(context, { ...change, kind: "restore" }),
  });
  await refetch(context.client, petKeys.all);
  return null;
}

async function restore({ id, name }: RowChange, { client }: Context): Promise<null> {
  await restorePet(id);
  showToast({ text: <NamedSentence name={name} rest="is in the list again." /> });
  await refetch(client, petKeys.all);
  return null;
}

/** The button of a toast that makes the opposite change. */
const undoButton = ({ onUndo }: Context, opposite: RowChange) => ({
  action: { label: "Undo", onSelect: () => onUndo(opposite) },
  shownMs: UNDO_MS,
});

/** Writes what is known of an animal into every list. */
function show({ client, ownVersions }: Context, id: bigint, values: Partial<ListedPet>): void {
  ownVersions.add(`${id}:${values.version}`);
  client.setQueriesData<PetsPage>({ queryKey: deskKeys.lists }, (page) =>
    page ? { ...page, pets: page.pets.map((pet) => (pet.id === id ? { ...pet, ...values } : pet)) } : page,
  );
  void client.invalidateQueries({ queryKey: [...petKeys.all, "counts"] });
  void client.invalidateQueries({ queryKey: [...petKeys.all, "edited", id.toString()] });
}

const statusWord = (status: PetStatus) => STATUS_LABELS[status].toLowerCase();
