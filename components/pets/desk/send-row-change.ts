import type { QueryClient } from "@tanstack/react-query";
import { removePet, restorePet } from "@/lib/pets/desk/calls";
import { changeStatus, undoStatus } from "@/lib/pets/desk/change-status";
import { deskKeys } from "@/lib/pets/desk/queries";
import type { ListedPet, PetsPage } from "@/lib/pets/list/schema";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { showPetToast } from "../show-pet-toast";
import { statusWord } from "./offer-undo";
import type { RowChange } from "./row-change";

type Context = {
  client: QueryClient;
  /** Collects each version that a change makes. */
  ownVersions: Set<string>;
  /** Reports a change, and offers the opposite change as "Undo". */
  offerUndo(opposite: RowChange): void;
};
type Sender = (change: RowChange, context: Context) => Promise<ListedPet | null>;

const SENDERS: Record<RowChange["kind"], Sender> = { status: setStatus, undo, remove, restore };

/**
 * Sends a change, shows it in every list, and reports it in a toast. Returns the current animal if somebody else has
 * changed it first; otherwise null.
 * @throws ApiError
 */
export const sendRowChange: Sender = (change, context) => SENDERS[change.kind](change, context);

async function setStatus(change: RowChange, context: Context): Promise<ListedPet | null> {
  const { id, from, to } = change;
  const outcome = await changeStatus(change);
  if ("theirs" in outcome) {
    show(context, id, outcome.theirs);
    return outcome.theirs;
  }
  const { version } = outcome;
  show(context, id, { status: to, version });
  // The rest of the row is outdated, because somebody else changed another field.
  if (outcome.isMerged) void context.client.invalidateQueries({ queryKey: deskKeys.lists });
  context.offerUndo({ ...change, kind: "undo", from: to, to: from, version });
  return null;
}

async function undo(change: RowChange, context: Context): Promise<null> {
  const { id, to } = change;
  show(context, id, { status: to, version: await undoStatus(change) });
  showPetToast(change, `is ${statusWord(to)} again.`);
  return null;
}

async function remove(change: RowChange, context: Context): Promise<null> {
  await removePet(change.id, change.version);
  context.offerUndo({ ...change, kind: "restore" });
  await refetch(context.client, petKeys.all);
  return null;
}

async function restore(change: RowChange, { client }: Context): Promise<null> {
  await restorePet(change.id);
  showPetToast(change, "is in the list again.");
  await refetch(client, petKeys.all);
  return null;
}

/** Updates an animal in every list. */
function show({ client, ownVersions }: Context, id: bigint, values: Partial<ListedPet>): void {
  ownVersions.add(`${id}:${values.version}`);
  client.setQueriesData<PetsPage>({ queryKey: deskKeys.lists }, (page) =>
    page ? { ...page, pets: page.pets.map((pet) => (pet.id === id ? { ...pet, ...values } : pet)) } : page,
  );
  void client.invalidateQueries({ queryKey: [...petKeys.all, "counts"] });
  void client.invalidateQueries({ queryKey: [...petKeys.all, "edited", id.toString()] });
}
