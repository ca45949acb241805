import { handOverWords } from "@/lib/orders/hand-over";
import { categoryName } from "@/lib/pets/categories";
import { photosChanged } from "@/lib/pets/changes/history-groups";
import type { HistoryEntry } from "@/lib/pets/changes/history-schema";
import { EDIT_LABELS } from "@/lib/pets/edit/words";
import type { Photo } from "@/lib/pets/photos/schema";
import { isPetStatus, STATUS_LABELS } from "@/lib/pets/status";

const FIELDS: Readonly<Record<string, string>> = {
  ...EDIT_LABELS,
  categoryId: EDIT_LABELS.kind,
  bornOn: "Born",
  goodWith: "Gets along with",
  shipDate: "Hand-over",
  returnReason: "Why it came back",
};

type Props = {
  entry: HistoryEntry;
  /** The photos that the animal has. */
  photos: readonly Photo[];
};

/** The changed fields of an entry of the history, each with its earlier and its new value. */
export function HistoryChanges({ entry: { changes }, photos }: Props) {
  const added = photosChanged(changes)?.added;
  // Those that the animal still has.
  const shown = photos.filter(({ id }) => added?.has(id));
  // The sentence above already says that photos changed.
  const fields = Object.entries(changes).filter(([field]) => field !== "photos");
  return (
    <>
      {fields.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
          {fields.map(([field, change]) => (
            <div key={field} className="contents">
              <dt className="text-soft">{FIELDS[field] ?? field}</dt>
              <dd className="wrap-anywhere">
                <Change field={field} {...change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {shown.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {shown.map(({ id, alt, urls }) => (
            <img
              key={id.toString()}
              className="size-10 rounded-control bg-line object-cover"
              src={urls[320]}
              alt={alt}
              loading="lazy"
              decoding="async"
            />
          ))}
        </p>
      )}
    </>
  );
}

function Change({ field, from, to }: { field: string; from: unknown; to: unknown }) {
  if (field === "story") return <bdi>{beginning(to)}</bdi>;
  if (field === "goodWith") return "changed";
  return (
    <>
      <s className="text-soft">
        <bdi>{words(field, from)}</bdi>
      </s>{" "}
      → <bdi>{words(field, to)}</bdi>
    </>
  );
}

/** How many characters of a story are shown. */
const MAX_BEGINNING = 80;

function beginning(story: unknown): string {
  if (typeof story !== "string" || story === "") return "removed";
  const characters = [...story];
  return characters.length > MAX_BEGINNING ? `${characters.slice(0, MAX_BEGINNING).join("").trimEnd()}…` : story;
}

function words(field: string, value: unknown): string {
  if (field === "returnReason") return typeof value === "string" ? value : "removed";
  if (value === null || value === undefined) return "not known";
  if (field === "shipDate") return handOverWords(String(value));
  if (field === "status" && isPetStatus(value)) return STATUS_LABELS[value];
  if (field === "categoryId" && (typeof value === "bigint" || typeof value === "number"))
    return categoryName(BigInt(value));
  return String(value).replaceAll("_", " ");
}
