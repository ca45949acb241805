import type { ActiveFilter } from "@/lib/pets/adopters/cards/list-words";
import { Cross } from "../../../ui/display/cross";
import { cx } from "../../../ui/style/cx";
import { pill } from "../../../ui/style/pill";
import type { Find } from "./use-find";

type Props = { active: readonly ActiveFilter[]; isSearch: boolean; linkTo: Find["linkTo"] };

/** The active filters, after a search and where their controls are in the sheet. Clicking one removes it. */
export function FilterChips({ active, isSearch, linkTo }: Props) {
  if (active.length === 0) return null;
  return (
    <ul
      data-part="chips"
      data-many={active.length > 2 || null}
      aria-label="Active filters"
      className={cx("flex flex-wrap items-center gap-2", !isSearch && "lg:hidden")}
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
    </ul>
  );
}
