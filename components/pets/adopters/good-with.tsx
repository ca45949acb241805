import { COMPANIONS } from "@/lib/pets/facts";
import type { Profile } from "@/lib/pets/profile/schema";
import { capitalized } from "@/lib/values/words";
import { Icon } from "../../ui/icons";
import { cx } from "../../ui/style";

export function GoodWith({ goodWith }: Pick<Profile, "goodWith">) {
  const known = COMPANIONS.filter((companion) => goodWith[companion] !== null);
  if (known.length === 0) return null;
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:grid lg:gap-3" aria-labelledby="good-with">
      <h2 id="good-with" className="max-lg:font-sans max-lg:text-base lg:text-lg">
        Good with
      </h2>
      {/* On a phone, small signs in a row. On a large screen, at most three columns, as wide as if all had arrived. */}
      <dl className="flex flex-wrap gap-1.5 lg:grid lg:grid-cols-[repeat(auto-fill,minmax(min(max(5.25rem,30%),100%),1fr))] lg:gap-2">
        {known.map((companion) => (
          <Companion key={companion} name={capitalized(companion)} isGood={goodWith[companion] === true} />
        ))}
      </dl>
    </section>
  );
}

const YES = { words: "Yes", colour: "text-green", box: "border-green bg-green-back", path: "m5 12.5 4.5 4.5L19 7.5" };
const NO = { words: "No", colour: "text-danger", box: "border-danger bg-danger-back", path: "m7 7 10 10M17 7 7 17" };

function Mark({ path, className }: { path: string; className: string }) {
  const round = "stroke-current stroke-[2.25] [stroke-linecap:round] [stroke-linejoin:round]";
  return <Icon path={path} className={cx(round, className)} />;
}

/** The words "Yes" and "No", with a tick or a cross. A quiet one has the colour of the text around it. */
export function YesOrNo({ isYes, isQuiet }: { isYes: boolean; isQuiet: boolean }) {
  const { words, colour, path } = isYes ? YES : NO;
  return (
    <span className={cx("flex items-center gap-1", !isQuiet && cx("font-medium", colour))}>
      <Mark path={path} className="size-4.5" />
      {words}
    </span>
  );
}

function Companion({ name, isGood }: { name: string; isGood: boolean }) {
  const { words, colour, box, path } = isGood ? YES : NO;
  return (
    <div
      className={cx(
        "flex items-center gap-1 rounded-control border px-2 py-1 text-center",
        "lg:grid lg:content-start lg:justify-items-center lg:gap-0.5 lg:px-1 lg:py-2.5",
        box,
        colour,
      )}
    >
      <Mark path={path} className="size-4.5 lg:size-6" />
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="text-sm max-lg:sr-only">{words}</dd>
    </div>
  );
}
