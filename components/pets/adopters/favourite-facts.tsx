import type { Favourite } from "@/lib/pets/adopters/favourite";
import { categoryName } from "@/lib/pets/categories";
import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import { shortDateWords } from "@/lib/time-words";
import { cx } from "../../ui/cx";
import { COMPANION_COLOURS, CompanionIcon, lookOf } from "./good-with";

/** What helps to compare a favourite with others, in the same lines on every card. */
export function FavouriteFacts({ pet: { categoryId, facts, goodWith, waitsSince } }: { pet: Favourite }) {
  const { sex, age, size } = facts;
  return (
    <div className="@container grid w-full content-between gap-1.5 text-sm whitespace-nowrap text-soft">
      <p>
        {categoryName(categoryId)}
        <Dot />
        {sex}
        <br />
        <Age words={age} />
        <Dot />
        {size}
        {waitsSince && (
          <>
            <br />
            Waiting since <br className="@min-[14.5rem]:hidden" />
            <time dateTime={waitsSince.toISOString()}>{shortDateWords(waitsSince)}</time>
          </>
        )}
      </p>
      <dl className="mt-0.5 grid gap-x-3 gap-y-0.5 @min-[14.5rem]:mt-0 @min-[14.5rem]:flex" aria-label="Good with">
        {COMPANIONS.map((companion) => {
          const { look, words } = lookOf(goodWith[companion]);
          return (
            <div key={companion} className={cx("flex items-center gap-1", COMPANION_COLOURS[look])}>
              <CompanionIcon look={look} className="size-4.5" />
              <dt>{COMPANION_LABELS[companion]}</dt>
              <dd className="sr-only">{words}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

/** What the marks on the cards mean. */
export function CompanionLegend() {
  return (
    <p aria-hidden="true" className="flex flex-wrap items-center gap-x-3 text-sm">
      Good with:
      {[true, false, null].map((isGood) => {
        const { look, words } = lookOf(isGood);
        return (
          <span key={look} className={cx("flex items-center gap-1", COMPANION_COLOURS[look])}>
            <CompanionIcon look={look} className="size-4.5" />
            {words.toLowerCase()}
          </span>
        );
      })}
    </p>
  );
}

/** Separates two facts. On a narrow card, each has its own line, so that the lines of all cards have the same facts. */
const Dot = () => (
  <>
    <span className="hidden whitespace-pre @min-[14.5rem]:inline"> · </span>
    <br className="@min-[14.5rem]:hidden" />
  </>
);

/** "about 9 years" in a short form. */
function Age({ words }: { words: string }) {
  const exact = words.replace(/^about /, "");
  if (exact === words) return words;
  return (
    <>
      <span className="sr-only">about </span>
      <span aria-hidden="true">~</span>
      {exact}
    </>
  );
}
