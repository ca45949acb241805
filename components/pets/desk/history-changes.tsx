import { handOverWords } from "@/lib/orders/hand-over";
import { HIDDEN_LABELS, ORIGIN_LABELS } from "@/lib/pets/care/words";
import type { HistoryEntry, HistoryField } from "@/lib/pets/changes/history-schema";
import { photosChanged } from "@/lib/pets/changes/history-words";
import { birthWords, EDIT_LABELS } from "@/lib/pets/edit/words";
import { COMPANIONS, isFactKey, typedWords } from "@/lib/pets/facts";
import { categoryName } from "@/lib/pets/kinds";
import type { Photo } from "@/lib/pets/photos/schema";
import { NewProfile } from "@/lib/pets/profile/schema";
import { STATUS_LABELS } from "@/lib/pets/status";
import { dateWords } from "@/lib/values/time-words";
import { isLongerThan } from "@/lib/values/words";

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
      <ChangedValues values={fields.flatMap(valuesOf)} />
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

/** `from` is null if there is only the new value to say. */
type ChangedValue = { name: string; from: string | null; to: string };

export function ChangedValues({ values }: { values: readonly ChangedValue[] }) {
  if (values.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 text-sm">
      {values.map(({ name, from, to }) => (
        <div key={name} className="contents">
          <dt className="text-soft first-letter:uppercase">{name}</dt>
          <dd className="wrap-anywhere">
            <Change from={from} to={to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MAX_SHORT_LENGTH = 60;
const isLong = (text: string) => isLongerThan(text, MAX_SHORT_LENGTH) || text.includes("\n");

/** Long texts unfold. */
function Change({ from, to }: Omit<ChangedValue, "name">) {
  if (from === null) return <bdi>{to}</bdi>;
  if (!isLong(from) && !isLong(to)) {
    return (
      <>
        <s className="text-soft">
          <bdi>{from}</bdi>
        </s>{" "}
        → <bdi>{to}</bdi>
      </>
    );
  }
  return (
    <details>
      {/* No higher than its text, so that it stands like the other values. */}
      <summary className="-my-2.5 justify-start! items-baseline! py-2.5">
        <bdi className="line-clamp-2">{to}</bdi>
      </summary>
      <dl className="grid gap-2 pt-2 pb-2">
        {Object.entries({ Before: from, After: to }).map(([label, text]) => (
          <div key={label}>
            <dt className="text-soft">{label}</dt>
            <dd className="border-s-2 border-line ps-3 whitespace-pre-line" dir="auto">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const ONLY_NEW = ["tookPlaceAt", "returnReason"];
const GoodWith = NewProfile.shape.goodWith;

function valuesOf([field, { from, to }]: [string, { from?: unknown; to?: unknown }]): ChangedValue[] {
  const [before, after] = [GoodWith.safeParse(from).data, GoodWith.safeParse(to).data];
  if (before && after) {
    const changed = COMPANIONS.filter((companion) => before[companion] !== after[companion]);
    return changed.map((one) => ({
      name: EDIT_LABELS[one],
      from: words(one, before[one]),
      to: words(one, after[one]),
    }));
  }
  const earlier = ONLY_NEW.includes(field) ? null : words(field, from);
  return [{ name: KNOWN_LABELS[field] ?? field, from: earlier, to: words(field, to) }];
}

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: STATUS_LABELS,
  origin: ORIGIN_LABELS,
  hidden: HIDDEN_LABELS,
};
const NOTHING: Readonly<Record<string, string>> = {
  ...{ story: "nothing", returnReason: "removed" },
  ...{ location: "nothing", notes: "nothing", reference: "nothing", hidden: "public" },
};

function words(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING[field] ?? "not known";
  if (field === "bornOn") return birthWords(String(value));
  if (field === "intakeOn") return dateWords(new Date(String(value)));
  if (field === "shipDate" || field === "tookPlaceAt") return handOverWords(String(value));
  if (field === "categoryId" && (typeof value === "bigint" || typeof value === "number"))
    return categoryName(BigInt(value));
  const typed = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
  return isFactKey(field) ? typedWords(field, typed) : (LABELS[field]?.[typed] ?? typed);
}
