import { useQuery } from "@tanstack/react-query";
import { type DeskParams, filterOf, isCounted, linkedFilters } from "@/lib/pets/desk/params";
import { countsQuery, DESK_PAGE_SIZE, matchCountQuery } from "@/lib/pets/desk/queries";
import { categoryPlural, categorySingular } from "@/lib/pets/kinds";
import { MAX_COUNT, type PetCounts, type PetsPage } from "@/lib/pets/list/schema";
import { numberOf } from "@/lib/pets/list/search";
import { DEFAULT_STATUS, PET_STATUSES, type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { countWords, sumOf } from "@/lib/values/words";
import { usePlace } from "../../ui/hooks";

/** Up to "1,000+". */
function boundedWords(count: number, isMore = false): string {
  const more = isMore || count > MAX_COUNT;
  return countWords({ count: more ? MAX_COUNT : count, more });
}

/** Null if the counts do not say. */
export function deskCount({ status, kind }: DeskParams, counts: PetCounts | undefined): string | null {
  if (!counts) return null;
  const found = (status ? [status] : PET_STATUSES).map((one) => {
    const { total, more, categories } = counts[one];
    return kind === "" ? { count: total, more } : categories.find(({ categoryId }) => categoryId.toString() === kind);
  });
  const known = found.filter((one) => one !== undefined);
  if (known.length < found.length) return null;
  const { count, more } = sumOf(known);
  return boundedWords(count, more);
}

function deskHeading(place: string | null, count: string, params: DeskParams): string {
  const { q, kind, status } = params;
  const what = [status ? STATUS_LABELS[status].toLowerCase() : null, nounFor(kind, count === "1")];
  const words = [...what.filter(Boolean), ...linkedFilters(params).map((filter) => filter.words)].join(" ");
  const where = numberOf(q) === null ? "in the name, breed or story" : "as the number or in the name";
  const searched = q === "" ? "" : ` with “${q}”${count === "0" ? "" : ` ${where}`}`;
  return `${place === null ? "" : `${place} of `}${count} ${words}${searched}`;
}

function nounFor(kind: string, isOne: boolean): string {
  if (!/^-?\d+$/.test(kind)) return isOne ? "animal" : "animals";
  return isOne ? categorySingular(BigInt(kind)) : categoryPlural(BigInt(kind));
}

/** Counts by status and kind say how many match, or the only page does. Only a search with several pages is counted. */
export function useMatchCount(params: DeskParams, page: PetsPage | undefined, isPrevious: boolean) {
  const { data: counts } = useQuery(countsQuery());
  const hasMore = page !== undefined && (page.next !== null || page.prev !== null);
  const known = isCounted(params) ? deskCount(params, counts) : null;
  const matches = useQuery(matchCountQuery(params, known === null && hasMore));
  const single = page && !hasMore ? boundedWords(page.pets.length) : null;
  const counted = matches.data === undefined ? null : boundedWords(matches.data.total);
  const count = known ?? (hasMore ? counted : single);
  const ofAll = useMatchesOfAll(params, hasMore, page !== undefined && !isPrevious);
  /** Null while that is unknown. */
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

/** Where the page does not show all of them. */
function useMatchesOfAll(params: DeskParams, hasMore: boolean, isReady: boolean) {
  const isWanted = isReady && !isCounted(params) && (hasMore || params.status !== null);
  const { data, isPlaceholderData } = useQuery(matchCountQuery({ ...params, status: null }, isWanted));
  return isWanted && !isPlaceholderData ? data : undefined;
}
