import type { ChangeAction, RecordedChanges } from "../../audit/schema";
import { mapValues } from "../../values/objects";
import { andList } from "../../values/words";
import { CARE_LABELS } from "../care/words";
import { FACTS } from "../facts";
import { PhotoArrangement } from "../photos/schema";
import type { HistoryEntry, HistoryField } from "./history-schema";

/** The ids of the photos that a change of them added and removed. Null for any other change. */
export function photosChanged({ photos }: RecordedChanges) {
  const [from, to] = [PhotoArrangement.safeParse(photos?.from), PhotoArrangement.safeParse(photos?.to)];
  if (!from.success || !to.success) return null;
  const [earlier, later] = [idsOf(from.data), idsOf(to.data)];
  return { added: without(later, earlier), removed: without(earlier, later) };
}

/** Returns the ids of one set that another does not have. Browsers of 2023 have no `Set.difference`. */
const without = (ids: Set<bigint>, others: Set<bigint>) => new Set([...ids].filter((id) => !others.has(id)));

const idsOf = (photos: PhotoArrangement): Set<bigint> => new Set(photos.map(({ id }) => id));

// A newer version of the service may have recorded other fields and actions.

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: "name",
  categoryId: "kind",
  status: "status",
  ...mapValues(FACTS, ({ label }) => label.toLowerCase()),
  goodWith: "whom it gets along with",
  ...mapValues(CARE_LABELS, (label) => label.toLowerCase()),
  hidden: "whether it is public",
  photos: "photos",
  shipDate: "hand-over",
  returnReason: "why it came back",
  tookPlaceAt: "when it took place",
} satisfies Readonly<Record<HistoryField, string>>;
const ORDER = Object.keys(FIELD_NAMES);

export function fieldWords(changes: RecordedChanges): string {
  const fields = Object.keys(changes).toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  return andList(fields.map((field) => FIELD_NAMES[field] ?? field));
}

type Named = Exclude<ChangeAction, "changed" | "profile.changed" | "care.changed" | "undone">;
const ACTION_WORDS: Readonly<Record<string, string>> = {
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
} satisfies Readonly<Record<Named, string>>;

export function changeWords({ action, changes }: Pick<HistoryEntry, "action" | "changes">): string {
  const removed = photosChanged(changes)?.removed.size ?? 0;
  if (action === "photos.changed" && removed > 0)
    return removed === 1 ? "removed a photo" : `removed ${removed} photos`;
  const fields = fieldWords(changes);
  if (action === "undone") return fields ? `undid a change of ${fields}` : "undid a change";
  return ACTION_WORDS[action] ?? `changed ${fields || "it"}`;
}
