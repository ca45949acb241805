import * as z from "zod/mini";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PET_STATUSES, type PetStatus } from "@/lib/pets/status";
import { readFromTab, saveInTab } from "@/lib/tab-storage";

/** A change of one animal, made in its row, that is in progress or has failed. */
export type RowChange = {
  kind: (typeof KINDS)[number];
  id: bigint;
  name: string;
  /** The version that the person saw. */
  version: string;
  from: PetStatus;
  to: PetStatus;
  /** Whether the person has yet to be asked about the applications that it declines. */
  mustAsk?: boolean | undefined;
  /** The applications that it declines, if they are known. */
  declined?: readonly ApplicationSummary[];
  state: "saving" | "failed" | "collision";
  error?: unknown;
  /** The current state of the animal, if somebody else has changed it. */
  theirs?: ListedPet;
};

const KINDS = ["status", "undo", "record", "remove", "restore"] as const;
const Status = z.enum(PET_STATUSES);
const SavedChange = z.object({
  kind: z.enum(KINDS),
  id: z.string(),
  name: z.string(),
  version: z.string(),
  from: Status,
  to: Status,
  mustAsk: z.optional(z.boolean()),
});

const toSaved = ({ kind, id, name, version, from, to, mustAsk }: RowChange) => ({
  kind,
  id: id.toString(),
  name,
  version,
  from,
  to,
  mustAsk,
});
const toChange = ({ id, ...saved }: z.infer<typeof SavedChange>): RowChange => ({
  ...saved,
  id: BigInt(id),
  state: "saving",
});

const storageName = (person: string) => `pets.rows.${person}`;

/**
 * Reads the changes of a status, and their undos, that a reload interrupted. Repeating one that was already made
 * changes nothing.
 */
export const readSavedChanges = (person: string): RowChange[] =>
  (readFromTab(storageName(person), z.array(SavedChange)) ?? []).map(toChange);

/** Forgets the changes that the person has yet to be asked about: leaving the page cancels them. */
export function forgetUnasked(person: string): void {
  const saved = readSavedChanges(person);
  if (saved.some(({ mustAsk }) => mustAsk))
    saveChanges(
      person,
      saved.filter(({ mustAsk }) => !mustAsk),
    );
}

/** Saves in this tab the changes of a status, and their undos, that are not certainly over. */
export function saveChanges(person: string, unfinished: Iterable<RowChange>): void {
  const saved = [...unfinished]
    .filter(({ kind }) => kind === "status" || kind === "undo" || kind === "record")
    .filter(({ state, error }) => state !== "failed" || mayStillBeMade(error))
    .map(toSaved);
  saveInTab(storageName(person), saved.length > 0 ? saved : null);
}

/** An offered undo, and until when it is offered (as `Date.now()` counts). */
type Offer = { change: RowChange; until: number };

const offerName = (person: string) => `pets.undo.${person}`;

/** Reads the undo that was offered before a reload. Returns null if its time has passed. */
export function readSavedOffer(person: string): Offer | null {
  const saved = readFromTab(offerName(person), z.object({ change: SavedChange, until: z.number() }));
  return saved && saved.until > Date.now() ? { ...saved, change: toChange(saved.change) } : null;
}

/** Saves in this tab the undo that is offered. */
export function saveOffer(person: string, { change, until }: Offer): void {
  saveInTab(offerName(person), { change: toSaved(change), until });
}

/** Removes an undo that is no longer offered. A newer one stays. */
export function dropOffer(person: string, { change }: Pick<Offer, "change">): void {
  const saved = readSavedOffer(person)?.change;
  if (saved?.id === change.id && saved.version === change.version) saveInTab(offerName(person), null);
}

/** Whether a change is in progress or will be tried again, so that its row shows the new value. */
export const isUnderWay = ({ state, error }: RowChange) =>
  state === "saving" || (state === "failed" && (mayStillBeMade(error) || waitSecondsOf(error) !== null));

/** Whether a change that failed may still happen: after a lost answer, or once the person has signed in again. */
export const mayStillBeMade = (error: unknown) => !isCertain(error) || isSignedOut(error);
