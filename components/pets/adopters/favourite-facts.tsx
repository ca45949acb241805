import type { Favourite } from "@/lib/pets/adopters/favourite";
import { categoryName } from "@/lib/pets/categories";
import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import { waitWords } from "@/lib/pets/profile/words";
import { cx } from "../../ui/cx";
import { COMPANION_COLOURS, CompanionIcon, lookOf } from "./good-with";

/** What helps to compare a favourite with others, in the same lines on every card. */
export function FavouriteFacts({ pet: { categoryId, facts, goodWith, waitsSince } }: { pet: Favourite }) {
  const { sex, age, size } = facts;
  return (
    <div className="@container grid w-full content-between gap-1.5 text-sm text-soft">
      <p>
        {categoryName(categoryId)}
        <Fact>{sex}</Fact>
        <br />
        <Age words={age} />
        <Fact>{size}</Fact>
        {waitsSince && (
          <>
            <br />
            <Waiting since={waitsSince} />
          </>
        )}
      </p>
      <dl className="flex flex-wrap gap-x-3 gap-y-0.5" aria-label="Good with">
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

/** The second of two facts. If it does not fit on a narrow card, it is on the next line. */
const Fact = ({ children }: { children: string }) => (
  <>
    {" · "}
    <span className="whitespace-nowrap">{children}</span>
  </>
);

/** How long the animal has been waiting, on one line even of a narrow card. */
function Waiting({ since }: { since: Date }) {
  const waited = waitWords(since);
  return (
    <span className="whitespace-nowrap">
      {waited === null ? (
        "New here"
      ) : (
        <>
          Waiting <span className="hidden @min-[11rem]:inline">for </span>
          {waited}
        </>
      )}
    </span>
  );
}

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
