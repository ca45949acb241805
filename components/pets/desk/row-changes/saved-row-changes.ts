import * as z from "zod/mini";
import { PET_STATUSES } from "@/lib/pets/status";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { mayStillBeMade, type RestorePet, type RowChange, type SetStatus, type UndoStatus } from "./row-change";

// What a reload of the staff's list must not lose: changes of a status that are not finished, and the offered undo.

const pet = { id: z.string(), name: z.string(), version: z.string() };
const fromTo = { from: z.enum(PET_STATUSES), to: z.enum(PET_STATUSES) };
const SavedUndo = z.object({ kind: z.literal("undo"), ...pet, ...fromTo });
const SavedChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("status"), ...pet, ...fromTo, declined: z.enum(["ask first", "unknown"]) }),
  SavedUndo,
]);
const SavedOffer = z.object({
  undo: z.discriminatedUnion("kind", [SavedUndo, z.object({ kind: z.literal("restore"), ...pet })]),
  until: z.number(),
});

type SavedChanges = z.infer<typeof SavedChange>[];

const changesName = (person: string) => `pets.rows.${person}`;
const read = (person: string): SavedChanges => readFromTab(changesName(person), z.array(SavedChange)) ?? [];
const save = (person: string, changes: SavedChanges) =>
  saveInTab(changesName(person), changes.length > 0 ? changes : null);

/** Reads the changes that a reload interrupted. Repeating one that was already made changes nothing. */
export const readSavedChanges = (person: string): (SetStatus | UndoStatus)[] =>
  read(person).map((saved) => ({ ...saved, id: BigInt(saved.id) }));

/** Saves in this tab the changes of a status, and their undos, that are not certainly over. */
export function saveChanges(person: string, unfinished: Iterable<RowChange>): void {
  const mayBeMade = [...unfinished].filter((change) => change.state !== "failed" || mayStillBeMade(change.error));
  save(
    person,
    mayBeMade.flatMap(({ action }) => {
      const id = action.id.toString();
      if (action.kind === "undo") return { ...action, id };
      if (action.kind !== "status") return [];
      return { ...action, id, declined: action.declined === "ask first" ? "ask first" : "unknown" };
    }),
  );
}

/** Forgets the changes that the person has yet to be asked about: leaving the page cancels them. */
export function forgetUnasked(person: string): void {
  save(
    person,
    read(person).filter((change) => change.kind !== "status" || change.declined !== "ask first"),
  );
}

/** An offered undo, and until when it is offered (as `Date.now()` counts). */
type Offer = { undo: UndoStatus | RestorePet; until: number };

const offerName = (person: string) => `pets.undo.${person}`;

/** Reads the undo that was offered before a reload. Returns null if its time has passed. */
export function readSavedOffer(person: string): Offer | null {
  const saved = readFromTab(offerName(person), SavedOffer);
  if (!saved || saved.until <= Date.now()) return null;
  return { ...saved, undo: { ...saved.undo, id: BigInt(saved.undo.id) } };
}

/** Saves in this tab the undo that is offered. */
export function saveOffer(person: string, { undo, until }: Offer): void {
  saveInTab(offerName(person), { undo: { ...undo, id: undo.id.toString() }, until });
}

/** Removes an undo that is no longer offered. A newer one stays. */
export function dropOffer(person: string, { id, version }: Offer["undo"]): void {
  const saved = readSavedOffer(person)?.undo;
  if (saved?.id === id && saved.version === version) saveInTab(offerName(person), null);
}
