import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import type { Profile } from "@/lib/pets/profile/schema";
import { cx } from "../../ui/style/cx";

/** Whom the animal is good with. On a phone, signs replace the words "yes", "no" and "not known yet". */
export function GoodWith({ goodWith }: Pick<Profile, "goodWith">) {
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:grid lg:gap-3" aria-labelledby="good-with">
      <h2 id="good-with" className="max-lg:font-sans max-lg:text-base lg:text-lg">
        Good with
      </h2>
      {/* On a phone, small signs in a row. On a large screen, at most three columns, as wide as if all had arrived. */}
      <dl className="flex flex-wrap gap-1.5 lg:grid lg:grid-cols-[repeat(auto-fill,minmax(min(max(5.25rem,30%),100%),1fr))] lg:gap-2">
        {COMPANIONS.map((companion) => (
          <Companion key={companion} name={COMPANION_LABELS[companion]} isGood={goodWith[companion]} />
        ))}
      </dl>
    </section>
  );
}

/** The colours of the signs and their words. */
const COMPANION_COLOURS = { yes: "text-green", no: "text-danger", unknown: "text-soft" } as const;

const COMPANION_LOOKS = {
  yes: { words: "Yes", look: "border-green bg-green-back", path: "m5 12.5 4.5 4.5L19 7.5" },
  no: { words: "No", look: "border-danger bg-danger-back", path: "m7 7 10 10M17 7 7 17" },
  unknown: {
    words: "Not known yet",
    look: "border-dashed border-control-line",
    path: "M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4m0 3v.01",
  },
} as const;

/** Returns the look and the words for whether an animal is good with somebody. */
function lookOf(isGood: boolean | null): { look: keyof typeof COMPANION_LOOKS; words: string } {
  const look = isGood === null ? "unknown" : isGood ? "yes" : "no";
  return { look, words: COMPANION_LOOKS[look].words };
}

/** A tick, a cross or a question mark. */
function CompanionIcon({ look, className }: { look: keyof typeof COMPANION_LOOKS; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={cx("fill-none stroke-current stroke-[2.25] [stroke-linecap:round] [stroke-linejoin:round]", className)}
    >
      <path d={COMPANION_LOOKS[look].path} />
    </svg>
  );
}

/** The words "Yes" and "No", with a tick or a cross. A quiet one has the colour of the text around it. */
export function YesOrNo({ isYes, isQuiet }: { isYes: boolean; isQuiet: boolean }) {
  const { look, words } = lookOf(isYes);
  return (
    <span className={cx("flex items-center gap-1", !isQuiet && cx("font-medium", COMPANION_COLOURS[look]))}>
      <CompanionIcon look={look} className="size-4.5 shrink-0" />
      {words}
    </span>
  );
}

function Companion({ name, isGood }: { name: string; isGood: boolean | null }) {
  const { look, words } = lookOf(isGood);
  return (
    <div
      className={cx(
        "flex items-center gap-1 rounded-control border px-2 py-1 text-center",
        "lg:grid lg:content-start lg:justify-items-center lg:gap-0.5 lg:px-1 lg:py-2.5",
        COMPANION_LOOKS[look].look,
        COMPANION_COLOURS[look],
      )}
    >
      <CompanionIcon look={look} className="size-4.5 lg:size-6" />
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="text-sm leading-tight max-lg:sr-only">{words}</dd>
    </div>
  );
}
