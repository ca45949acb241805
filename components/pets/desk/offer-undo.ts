import { type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { UNDO_MS } from "../../ui/show-toast";
import { showPetToast } from "../show-pet-toast";
import { dropOffer, keepOffer, type RowChange, readKeptOffer } from "./row-change";

type Options = { person: string; send(change: RowChange): void };

/** Says what was done to an animal, and offers to undo it. A reload does not take the offer away. */
export function offerUndo(opposite: RowChange, { person, send }: Options, shownMs = UNDO_MS): void {
  keepOffer(person, { change: opposite, until: Date.now() + shownMs });
  showPetToast(opposite, opposite.kind === "restore" ? "was removed." : `is now ${statusWord(opposite.from)}.`, {
    action: { label: "Undo", onSelect: () => send(opposite) },
    shownMs,
    onClose: () => dropOffer(person, { change: opposite }),
  });
}

/** Offers again what was offered before a reload, for the rest of its time. */
export function offerKeptUndo(options: Options): void {
  const kept = readKeptOffer(options.person);
  if (kept) offerUndo(kept.change, options, kept.until - Date.now());
}

/** A status in a sentence. */
export const statusWord = (status: PetStatus) => STATUS_LABELS[status].toLowerCase();
