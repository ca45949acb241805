import { mapValues } from "../../values/objects";
import { andList } from "../../values/words";
import { PhotoArrangement } from "../photos/schema";
import { PROFILE_LABELS } from "../profile/words";
import type { FieldChanges, HistoryEntry, HistoryField, PetAction } from "./history-schema";

/** What one press of a button did: one or more entries of the history, newest first, and all their changes. */
export type HistoryGroup = HistoryEntry & { parts: readonly HistoryEntry[] };

/** The longest time between two entries of one press. */
const GAP_MS = 10_000;

/**
 * Saving an animal writes its basics, then its profile. Photos that are added together are sent one by one. Undoing a
 * group undoes its entries one by one.
 */
export function groupHistory(entries: readonly HistoryEntry[]): HistoryGroup[] {
  const groups: HistoryGroup[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && belongs(entry, last)) groups.splice(-1, 1, extended(last, entry));
    else groups.push({ ...entry, parts: [entry] });
  }
  return groups;
}

function belongs(entry: HistoryEntry, { parts, actor, changes }: HistoryGroup): boolean {
  const next = parts.at(-1);
  if (!next || actor.kind !== entry.actor.kind || actor.name !== entry.actor.name) return false;
  if (Date.parse(next.at) - Date.parse(entry.at) > GAP_MS) return false;
  if (entry.action === "photo.added") return next.action === "photo.added";
  if (Object.keys(entry.changes).some((field) => field in changes)) return false;
  if (entry.action === "undone") return next.action === "undone";
  return entry.action === "changed" && next.action === "profile.changed";
}

function extended(group: HistoryGroup, entry: HistoryEntry): HistoryGroup {
  const to = group.changes.photos?.to;
  const photos = entry.action === "photo.added" && { photos: { from: entry.changes.photos?.from, to } };
  return {
    ...group,
    action: entry.action,
    changes: { ...entry.changes, ...group.changes, ...photos },
    parts: [...group.parts, entry],
  };
}

/** The photos before a change of them, and the ids of those that it added and removed. Null for any other change. */
export function photosChanged({ photos }: FieldChanges) {
  const [from, to] = [PhotoArrangement.safeParse(photos?.from), PhotoArrangement.safeParse(photos?.to)];
  if (!from.success || !to.success) return null;
  const [earlier, later] = [idsOf(from.data), idsOf(to.data)];
  return { before: from.data, added: without(later, earlier), removed: without(earlier, later) };
}

/** Returns the ids of one set that another does not have. Browsers of 2023 have no `Set.difference`. */
const without = (ids: Set<bigint>, others: Set<bigint>) => new Set([...ids].filter((id) => !others.has(id)));

const idsOf = (photos: PhotoArrangement): Set<bigint> => new Set(photos.map(({ id }) => id));

const FIELD_NAMES: Readonly<Record<HistoryField, string>> = {
  name: "name",
  categoryId: "kind",
  status: "status",
  ...mapValues(PROFILE_LABELS, (label) => label.toLowerCase()),
  goodWith: "whom it gets along with",
  photos: "photos",
  shipDate: "hand-over",
  returnReason: "why it came back",
  tookPlaceAt: "when it took place",
};
const ORDER = Object.keys(FIELD_NAMES);
// A newer version of the service may have recorded other fields and actions.
const KNOWN_FIELDS: Readonly<Record<string, string>> = FIELD_NAMES;

export function fieldWords(changes: FieldChanges): string {
  const fields = Object.keys(changes).toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  return andList(fields.map((field) => KNOWN_FIELDS[field] ?? field));
}

const ACTION_WORDS: Readonly<Record<Exclude<PetAction, "changed" | "profile.changed" | "undone">, string>> = {
  created: "added this animal",
  removed: "removed it",
  restored: "restored it",
  "photo.added": "added a photo",
  "photo.removed": "removed a photo",
  "photos.changed": "arranged the photos",
  "order.placed": "started an adoption",
  "order.scheduled": "changed the hand-over",
  "order.completed": "completed the adoption",
  "order.cancelled": "cancelled the adoption",
  "order.returned": "recorded the return",
  "order.undone": "undid a step of the adoption",
};
const KNOWN_ACTIONS: Readonly<Record<string, string>> = ACTION_WORDS;

type Done = Pick<HistoryGroup, "action" | "changes"> & { parts: readonly unknown[] };

export function groupWords({ action, changes, parts }: Done): string {
  if (action === "photo.added" && parts.length > 1) return `added ${parts.length} photos`;
  const removed = photosChanged(changes)?.removed.size ?? 0;
  if (action === "photos.changed" && removed > 0)
    return removed === 1 ? "removed a photo" : `removed ${removed} photos`;
  const fields = fieldWords(changes);
  if (action === "undone") return fields ? `undid a change of ${fields}` : "undid a change";
  return KNOWN_ACTIONS[action] ?? `changed ${fields || "it"}`;
}
