import { withoutFacts } from "@/lib/pets/adopters/filters";
import { activeFilters } from "@/lib/pets/adopters/list-words";
import { cx } from "../../../ui/cx";
import { barLink } from "../../../ui/links";
import { pill } from "../../../ui/pill";
import type { Find } from "./use-find";

/** On a phone, a row that scrolls, with room for the outline of the focus. */
const row = cx(
  "flex items-center gap-2 sm:flex-wrap lg:hidden",
  "max-sm:-mx-gutter max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-gutter max-sm:py-1 max-sm:[scrollbar-width:none]",
);

/** The active filters by facts, shown where their controls are in the sheet. Clicking one removes it. */
export function FilterChips({ find: { filters, linkTo } }: { find: Find }) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul aria-label="Active filters" className={row}>
      {active.map(({ label, rest }) => (
        <li key={label} className="shrink-0 whitespace-nowrap">
          <a className={cx(pill, "gap-2 bg-accent-back ps-4 pe-3")} {...linkTo(rest)}>
            <span className="sr-only">Remove filter: </span>
            {label}
            <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 stroke-current stroke-2">
              <path d="m2 2 8 8m0-8-8 8" />
            </svg>
          </a>
        </li>
      ))}
      {active.length > 1 && (
        // On a phone, the sheet has it.
        <li className="max-sm:hidden">
          <a className={barLink} {...linkTo(withoutFacts(filters))}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
