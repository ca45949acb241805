import { type PetFilters, withoutFacts } from "@/lib/pets/adopters/cards/filters";
import { activeFilters } from "@/lib/pets/adopters/cards/list-words";
import { Cross } from "../../../ui/display/cross";
import { cx } from "../../../ui/style/cx";
import { barLink } from "../../../ui/style/links";
import { pill } from "../../../ui/style/pill";
import type { Find } from "./use-find";

/** The active filters by facts, shown where their controls are in the sheet. Clicking one removes it. */
export function FilterChips({ find: { shown, linkTo }, filters }: { find: Find; filters: PetFilters }) {
  const ages = shown.page?.ages;
  const active = [...(ages && !filters.age ? [ages] : []), ...activeFilters(filters)];
  if (active.length === 0) return null;
  return (
    <ul
      data-part="chips"
      data-many={active.length > 2 || null}
      aria-label="Active filters"
      className="flex flex-wrap items-center gap-2 lg:hidden"
    >
      {active.map(({ label, rest }) => (
        <li key={label}>
          <a className={cx(pill, "gap-2 bg-accent-back ps-4 pe-3")} {...linkTo(rest)}>
            <span className="sr-only">Remove filter: </span>
            {label}
            <Cross className="size-3" />
          </a>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <a className={barLink} {...linkTo(withoutFacts(filters))}>
            Clear filters
          </a>
        </li>
      )}
    </ul>
  );
}
