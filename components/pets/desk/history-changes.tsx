import { handOverWords } from "@/lib/orders/hand-over";
import type { HistoryEntry, HistoryField } from "@/lib/pets/changes/history-schema";
import { photosChanged } from "@/lib/pets/changes/history-words";
import { birthWords, EDIT_LABELS } from "@/lib/pets/edit/words";
import { categoryName } from "@/lib/pets/kinds";
import type { Photo } from "@/lib/pets/photos/schema";
import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import { NewProfile } from "@/lib/pets/profile/schema";
import { isPetStatus, STATUS_LABELS } from "@/lib/pets/status";

const HISTORY_LABELS: Readonly<Record<HistoryField, string>> = {
  ...EDIT_LABELS,
  categoryId: EDIT_LABELS.kind,
  goodWith: "Gets along with",
  photos: "Photos",
  shipDate: "Hand-over",
  returnReason: "Why it came back",
  tookPlaceAt: "Took place on",
};
// A newer version of the service may have recorded other fields.
const KNOWN_LABELS: Readonly<Record<string, string>> = HISTORY_LABELS;

type Props = {
  entry: Pick<HistoryEntry, "changes">;
  photos: readonly Photo[];
};

export function HistoryChanges({ entry: { changes }, photos }: Props) {
  const added = photosChanged(changes)?.added;
  // Those that the animal still has.
  const shown = photos.filter(({ id }) => added?.has(id));
  // The sentence above already says that photos changed.
  const fields = Object.entries(changes).filter(([field]) => field !== "photos");
  return (
    <>
      {fields.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 text-sm">
          {fields.map(([field, change]) => (
            <div key={field} className="contents">
              <dt className="text-soft">{KNOWN_LABELS[field] ?? field}</dt>
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
  if (field === "story") return <StoryChange from={from} to={to} />;
  if (field === "goodWith") return companionChanges(from, to);
  if (field === "tookPlaceAt") return handOverWords(String(to));
  if (field === "returnReason") return <bdi>{String(to ?? "removed")}</bdi>;
  return (
    <>
      <s className="text-soft">
        <bdi>{words(field, from)}</bdi>
      </s>{" "}
      → <bdi>{words(field, to)}</bdi>
    </>
  );
}

function StoryChange({ from, to }: { from: unknown; to: unknown }) {
  const versions = [
    ["Before", from],
    ["After", to],
  ] as const;
  return (
    <details>
      {/* No higher than its text, so that it stands like the other values. */}
      <summary className="-my-2.5 justify-start! items-baseline! py-2.5">
        <bdi className="line-clamp-2">{typeof to === "string" && to !== "" ? to : "removed"}</bdi>
      </summary>
      <dl className="grid gap-2 pt-2 pb-2">
        {versions.map(([label, story]) => (
          <div key={label}>
            <dt className="text-soft">{label}</dt>
            <dd className="border-s-2 border-line ps-3 whitespace-pre-line" dir="auto">
              {typeof story === "string" && story !== "" ? story : <span className="text-soft">No story</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Such as "children: yes, cats: not known". */
function companionChanges(from: unknown, to: unknown): string {
  const [before, after] = [GoodWith.safeParse(from).data, GoodWith.safeParse(to).data];
  if (!before || !after) return "changed";
  const changed = COMPANIONS.filter((companion) => before[companion] !== after[companion]);
  const known = (flag: boolean | null) => (flag === null ? "not known" : flag ? "yes" : "no");
  return changed
    .map((one) => `${COMPANION_LABELS[one].toLowerCase()}: ${known(before[one])} → ${known(after[one])}`)
    .join(", ");
}

const GoodWith = NewProfile.shape.goodWith;

function words(field: string, value: unknown): string {
  if (value === null || value === undefined) return "not known";
  if (field === "bornOn") return birthWords(String(value));
  if (field === "shipDate") return handOverWords(String(value));
  if (field === "status" && isPetStatus(value)) return STATUS_LABELS[value];
  if (field === "categoryId" && (typeof value === "bigint" || typeof value === "number"))
    return categoryName(BigInt(value));
  return String(value).replaceAll("_", " ");
}
