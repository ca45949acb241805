import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import type { Profile } from "@/lib/pets/profile/schema";
import { cx } from "../../ui/cx";

/** Whom the animal is good with. */
export function GoodWith({ goodWith }: Pick<Profile, "goodWith">) {
  return (
    <section className="grid gap-3" aria-labelledby="good-with">
      <h2 id="good-with" className="lg:text-lg">
        Good with
      </h2>
      {/* At most three columns, as wide as if all three had arrived. */}
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(max(5.25rem,30%),100%),1fr))] gap-2 sm:gap-3 lg:gap-2">
        {COMPANIONS.map((companion) => (
          <Companion key={companion} name={COMPANION_LABELS[companion]} isGood={goodWith[companion]} />
        ))}
      </dl>
    </section>
  );
}

/** The colours of the signs and their words. */
export const COMPANION_COLOURS = { yes: "text-green", no: "text-danger", unknown: "text-soft" } as const;

const COMPANION_LOOKS = {
  yes: { words: "Yes", look: "border-green bg-green-back", path: "m5 12.5 4.5 4.5L19 7.5" },
  no: { words: "No", look: "border-danger bg-danger-back", path: "m7 7 10 10M17 7 7 17" },
  unknown: {
    words: "Not known yet",
    look: "border-dashed border-control-line",
    path: "M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4m0 3v.01",
  },
} as const;

/** Returns how it is shown whether an animal is good with somebody, and what that means. */
export function lookOf(isGood: boolean | null): { look: keyof typeof COMPANION_LOOKS; words: string } {
  const look = isGood === null ? "unknown" : isGood ? "yes" : "no";
  return { look, words: COMPANION_LOOKS[look].words };
}

/** A tick, a cross or a question mark. */
export function CompanionIcon({ look, className }: { look: keyof typeof COMPANION_LOOKS; className: string }) {
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

function Companion({ name, isGood }: { name: string; isGood: boolean | null }) {
  const { look, words } = lookOf(isGood);
  return (
    <div
      className={cx(
        "grid content-start justify-items-center gap-0.5 rounded-control border px-1 py-2.5 text-center",
        COMPANION_LOOKS[look].look,
        COMPANION_COLOURS[look],
      )}
    >
      <CompanionIcon look={look} className="size-6" />
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="text-sm leading-tight">{words}</dd>
    </div>
  );
}
