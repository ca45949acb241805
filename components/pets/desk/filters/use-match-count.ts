import { useQuery } from "@tanstack/react-query";
import { DESK_PAGE_SIZE } from "@/lib/pets/desk/calls";
import { type DeskParams, filterOf, isCounted } from "@/lib/pets/desk/params";
import { countsQuery, matchCountQuery } from "@/lib/pets/desk/queries";
import type { PetsPage } from "@/lib/pets/list/schema";
import { DEFAULT_STATUS, type PetStatus } from "@/lib/pets/status";
import { usePlace } from "../../../ui/hooks/use-place";
import { boundedWords, deskCount, deskHeading } from "./desk-count";

/**
 * How many animals match, as a string or null while unknown, and which of them are on the page. The counts by status
 * and kind say so, or the only page does. Only a search with several pages has to be counted.
 */
export function useMatchCount(params: DeskParams, page: PetsPage | undefined, isPrevious: boolean) {
  const { data: counts } = useQuery(countsQuery());
  const hasMore = page !== undefined && (page.next !== null || page.prev !== null);
  const known = isCounted(params) ? deskCount(params, counts) : null;
  const matches = useQuery(matchCountQuery(params, known === null && hasMore));
  const single = page && !hasMore ? boundedWords(page.pets.length) : null;
  const counted = matches.data === undefined ? null : boundedWords(matches.data.total);
  const count = known ?? (hasMore ? counted : single);
  const ofAll = useMatchesOfAll(params, hasMore, page !== undefined && !isPrevious);
  /** How many animals a status filter would show, or null while that is unknown. */
  const countOf = (status: PetStatus | null) => {
    if (isCounted(params)) return deskCount({ ...params, status }, counts);
    if (status === params.status) return count;
    if (page && !hasMore && params.status === null)
      return boundedWords(page.pets.filter((pet) => (pet.status ?? DEFAULT_STATUS) === status).length);
    if (status === null) return ofAll ? boundedWords(ofAll.total) : null;
    return ofAll?.byStatus ? boundedWords(ofAll.byStatus[status]) : null;
  };
  const place = usePlace({
    list: filterOf(params),
    cursor: params.cursor,
    page: page && { ...page, count: page.pets.length },
    isPrevious,
    size: DESK_PAGE_SIZE,
    total: count !== null && /^[\d,]+$/.test(count) ? Number(count.replaceAll(",", "")) : null,
  });
  return {
    counts,
    hasMore,
    count,
    countOf,
    words: count === null ? null : deskHeading(place, count, params),
  };
}

/** How many animals of any status match, where the page does not show all of them. */
function useMatchesOfAll(params: DeskParams, hasMore: boolean, isReady: boolean) {
  const isWanted = isReady && !isCounted(params) && (hasMore || params.status !== null);
  const { data, isPlaceholderData } = useQuery(matchCountQuery({ ...params, status: null }, isWanted));
  return isWanted && !isPlaceholderData ? data : undefined;
}
