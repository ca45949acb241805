import { type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { UNDO_MS } from "../../ui/show-toast";
import { showPetToast } from "../show-pet-toast";
import { dropOffer, keepOffer, type RowChange, readKeptOffer } from "./row-change";

type Options = { person: string; send(change: RowChange): void };

/** Reports a change of an animal, and offers to undo it. The offer survives a reload. */
export function offerUndo(opposite: RowChange, { person, send }: Options, shownMs = UNDO_MS): void {
  keepOffer(person, { change: opposite, until: Date.now() + shownMs });
  showPetToast(opposite, opposite.kind === "restore" ? "was removed." : `is now ${statusWord(opposite.from)}.`, {
    action: { label: "Undo", onSelect: () => send(opposite) },
    shownMs,
    onClose: () => dropOffer(person, { change: opposite }),
  });
}

/** Repeats an offer from before a reload, for the rest of its time. */
export function offerKeptUndo(options: Options): void {
  const kept = readKeptOffer(options.person);
  if (kept) offerUndo(kept.change, options, kept.until - Date.now());
}

/** A status as part of a sentence. */
export const statusWord = (status: PetStatus) => STATUS_LABELS[status].toLowerCase();
