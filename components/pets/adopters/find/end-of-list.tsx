import { isSearched, kindOf, type PetFilters } from "@/lib/pets/adopters/cards/filters";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { rowLink } from "../../../ui/style/links";
import type { Find } from "./use-find";

type Props = { filters: PetFilters; linkTo: Find["linkTo"] };

/** Below one to three animals: says that there are no others, and links to more. */
export function EndOfList({ filters, linkTo }: Props) {
  const kind = kindOf(filters);
  const hasMore = kind !== undefined && (isSearched(filters) || filters.status !== DEFAULT_STATUS);
  const all: PetFilters = { status: DEFAULT_STATUS, ...(hasMore && { kind: kind.slug }) };
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 text-soft">
      {isSearched(filters) ? "That is everyone." : `No other ${kind?.plural ?? "animals"} right now.`}
      <a className={rowLink} {...linkTo(all)}>
        Show all available {hasMore ? kind.plural : "animals"}
      </a>
    </p>
  );
}
