import type { CSSProperties, FocusEvent } from "react";
import type { Favourite } from "@/lib/pets/adopters/calls";
import { type ComparedFact, comparisonRows } from "@/lib/pets/adopters/comparison";
import type { Fees } from "@/lib/pets/adopters/kind-notes";
import { Link } from "../../ui/link";
import { cx } from "../../ui/style";
import { CategoryPicture, PetPhoto } from "../pet-display";
import { YesOrNo } from "./good-with";

export const COMPARISON_ID = "compare";

const padding = "py-2.5 sm:px-3.5";
const cell = cx(padding, "px-2 text-start align-top wrap-anywhere");
const factCell = "border-t border-line transition group-hover:bg-hover";
/** The first column stays in view. What scrolls into view keeps as much room. On a phone, both are only a line. */
const firstColumn = "sticky start-0 z-1 w-px sm:w-40 sm:border-e sm:border-line sm:bg-panel";
const beside = "sm:scroll-ps-40";
/** On a phone, the name of a fact is a line above its values, which leave room for it. */
const nameAbove =
  "max-sm:absolute max-sm:start-full max-sm:top-2 max-sm:ps-2 max-sm:font-medium max-sm:whitespace-nowrap";
const belowName = "max-sm:pt-[calc(0.625rem+1lh)]";
/** So that two animals are not far apart: the cards above have four columns, with gaps of 1.25rem. */
const asWideAsThreeCards = "lg:max-w-[calc(75%-0.3125rem)]";
/** A shade at the end while there are further columns. A cover of the colour of the table scrolls over it with them. */
const shadeAtEnd = cx(
  "bg-[linear-gradient(to_left,var(--color-panel)_50%,transparent),linear-gradient(to_left,var(--color-line),transparent)]",
  "[background-attachment:local,scroll] bg-panel bg-size-[3rem_100%,0.75rem_100%] bg-right bg-no-repeat",
);

/** Facts that all animals share are quieter than those in which they differ. */
export function ComparisonTable({ pets, fees }: { pets: readonly Favourite[]; fees: Fees }) {
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={COMPARISON_ID}>Compare</h2>
      <section
        aria-labelledby={COMPARISON_ID}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys scroll it.
        tabIndex={0}
        className={cx(
          "overflow-x-auto rounded-card border border-line shadow-card",
          "focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-accent",
          beside,
          pets.length === 2 && asWideAsThreeCards,
          shadeAtEnd,
        )}
        style={{ "--columns": pets.length } as CSSProperties}
      >
        <table className="w-full min-w-[calc(var(--columns)*6.25rem)] table-fixed border-separate border-spacing-0 text-sm sm:min-w-[calc(10rem+var(--columns)*7rem)]">
          <thead>
            <tr>
              <td className={firstColumn} />
              {pets.map((pet) => (
                <th key={pet.id.toString()} scope="col" className={cx(cell, "font-semibold sm:text-base")}>
                  <PetLink pet={pet} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparisonRows(pets, fees).map(({ name, facts, isShared }) => (
              <tr key={name} className={cx("group", isShared && "text-soft")}>
                <th
                  scope="row"
                  className={cx(padding, factCell, firstColumn, "text-start align-top font-normal text-soft")}
                >
                  <span className={nameAbove}>{name}</span>
                </th>
                {pets.map(({ id }, index) => (
                  <td key={id.toString()} className={cx(cell, factCell, belowName, "first-letter:uppercase")}>
                    <Fact fact={facts[index] ?? null} isShared={isShared} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Chromium regards a link behind the first column as in view. */
function leaveFirstColumn({ currentTarget: link }: FocusEvent<HTMLElement>): void {
  if (link.matches(":focus-visible")) link.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function PetLink({ pet: { id, name, categoryId, photo } }: { pet: Favourite }) {
  const picture = "aspect-[4/3] w-full max-w-36 rounded-control";
  return (
    <Link
      className="grid min-h-target content-start gap-1.5 hover:text-accent-hover active:text-accent-pressed"
      href={`/animals/${id}`}
      onFocus={leaveFirstColumn}
    >
      {photo ? (
        <PetPhoto
          photo={{ ...photo, alt: "" }}
          sizes="9rem"
          className={cx(picture, "bg-hover object-cover object-[50%_35%]")}
        />
      ) : (
        <CategoryPicture className={cx(picture, "p-1")} categoryId={categoryId} petId={id} />
      )}
      <span className="line-clamp-3 underline decoration-control-line underline-offset-4">
        <bdi>{name}</bdi>
      </span>
    </Link>
  );
}

function Fact({ fact, isShared }: { fact: ComparedFact; isShared: boolean }) {
  if (fact === null) return <span className="text-soft">Not known yet</span>;
  return typeof fact === "boolean" ? <YesOrNo isYes={fact} isQuiet={isShared} /> : <bdi>{fact}</bdi>;
}
