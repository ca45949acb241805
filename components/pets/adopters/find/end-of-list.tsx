import { isSearched, kindOf, type PetFilters } from "@/lib/pets/adopters/cards/filters";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { cx } from "../../../ui/style/cx";
import { rowLink } from "../../../ui/style/links";
import type { Find } from "./use-find";

/** The width that one, two or three animals leave free in a row; empty if their row is full. */
const WIDTHS = ["md:col-span-2 lg:col-span-3", "max-md:hidden lg:col-span-2", "md:max-lg:hidden"];

type Props = { filters: PetFilters; count: number; linkTo: Find["linkTo"] };

/** Fills the row after one to three animals: says that there are no others, and links to more. */
export function EndOfList({ filters, count, linkTo }: Props) {
  const kind = kindOf(filters);
  const hasMore = kind !== undefined && (isSearched(filters) || filters.status !== DEFAULT_STATUS);
  const all: PetFilters = { status: DEFAULT_STATUS, ...(hasMore && { kind: kind.slug }) };
  return (
    <li
      className={cx(
        "flex flex-col items-center justify-center rounded-card border border-dashed border-control-line p-4 text-center",
        WIDTHS[count - 1],
      )}
    >
      <p className="font-display text-lg font-semibold">
        {isSearched(filters) ? "Nobody else matches" : `No other ${kind?.plural ?? "animals"} right now`}
      </p>
      <a className={cx(rowLink, "mt-1")} {...linkTo(all)}>
        Show all available {hasMore ? kind.plural : "animals"}
      </a>
    </li>
  );
}
