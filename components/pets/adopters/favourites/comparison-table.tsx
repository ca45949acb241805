import type { CSSProperties, FocusEvent } from "react";
import type { Fees } from "@/lib/pets/adopters/animal/kind-notes";
import { type ComparedFact, comparisonRows } from "@/lib/pets/adopters/cards/comparison";
import type { Favourite } from "@/lib/pets/adopters/find/calls";
import { Link } from "../../../ui/navigation/link";
import { cx } from "../../../ui/style/cx";
import { CategoryPicture } from "../../category-picture";
import { YesOrNo } from "../good-with";
import { PetPhoto } from "../pet-photo";

/** The id of its heading. */
export const COMPARISON_ID = "compare";

const cell = "px-2 py-2.5 text-start align-top wrap-anywhere sm:px-3.5";
const factCell = "border-t border-line transition first-letter:uppercase group-hover:bg-hover";
/** The first column stays in view. What scrolls into view keeps as much room. */
const firstColumn = "sticky start-0 z-1 w-24 border-e border-line bg-panel sm:w-40";
const beside = "scroll-ps-24 sm:scroll-ps-40";
/** A shade at the end while there are further columns. A cover of the colour of the table scrolls over it with them. */
const shadeAtEnd = cx(
  "bg-[linear-gradient(to_left,var(--color-panel)_50%,transparent),linear-gradient(to_left,var(--color-line),transparent)]",
  "[background-attachment:local,scroll] bg-panel bg-size-[3rem_100%,0.75rem_100%] bg-right bg-no-repeat",
);

/**
 * The facts of several animals side by side. A window shows as many columns as it has room for, on a phone two and the
 * edge of a third. The table scrolls sideways to the others.
 */
export function ComparisonTable({ pets, fees }: { pets: readonly Favourite[]; fees: Fees }) {
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={COMPARISON_ID}>Compare</h2>
      <section
        aria-labelledby={COMPARISON_ID}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys scroll it.
        tabIndex={0}
        className={cx(
          "max-w-[calc(10rem+var(--columns)*15rem)] overflow-x-auto rounded-card border border-line shadow-card",
          "focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-accent",
          beside,
          shadeAtEnd,
        )}
        style={{ "--columns": pets.length } as CSSProperties}
      >
        <table className="w-full min-w-[calc(6rem+var(--columns)*6.5rem)] table-fixed border-separate border-spacing-0 text-sm sm:min-w-[calc(10rem+var(--columns)*7rem)]">
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
            {comparisonRows(pets, fees).map(({ name, facts }) => (
              <tr key={name} className="group">
                <th scope="row" className={cx(cell, factCell, firstColumn, "font-normal text-soft")}>
                  {name}
                </th>
                {pets.map(({ id }, index) => (
                  <td key={id.toString()} className={cx(cell, factCell)}>
                    <Fact fact={facts[index] ?? null} />
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

/**
 * Scrolls a link that gets the focus by the keyboard out from behind the first column. Chromium regards it as in view
 * there.
 */
function leaveFirstColumn({ currentTarget: link }: FocusEvent<HTMLElement>): void {
  if (link.matches(":focus-visible")) link.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The photo and the name of an animal. */
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

function Fact({ fact }: { fact: ComparedFact }) {
  if (fact === null) return <span className="text-soft">Not known yet</span>;
  return typeof fact === "boolean" ? <YesOrNo isYes={fact} /> : <bdi>{fact}</bdi>;
}
