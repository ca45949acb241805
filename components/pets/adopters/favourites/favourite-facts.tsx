import type { Favourite } from "@/lib/pets/adopters/cards/favourite";
import { categoryName } from "@/lib/pets/kinds/categories";
import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import { waitWords } from "@/lib/pets/profile/words";
import { cx } from "../../../ui/style/cx";
import { FactsLine } from "../facts-line";
import { COMPANION_COLOURS, CompanionIcon, lookOf } from "../good-with";
import { factLines } from "../pet-card";

/** The facts for comparing favourites, in the same lines on every card. */
export function FavouriteFacts({ pet: { categoryId, facts, goodWith, waitsSince } }: { pet: Favourite }) {
  const { age, sex, size } = facts;
  return (
    <div className={cx(factLines, "@container grid content-between gap-1.5 pb-1")}>
      <div>
        <FactsLine groups={[[categoryName(categoryId)], [age]]} />
        <FactsLine groups={[[sex], [size]]} />
        {waitsSince && (
          <p>
            <Waiting since={waitsSince} />
          </p>
        )}
      </div>
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
