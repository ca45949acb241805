import { useQuery } from "@tanstack/react-query";
import { type DeskParams, isCounted, listParameters } from "@/lib/pets/desk/params";
import { countsQuery } from "@/lib/pets/desk/queries";
import { categoryPlural, findKind } from "@/lib/pets/kinds";
import { type ListedPet, MAX_COUNT, type PetCounts, type PetsPage } from "@/lib/pets/list/schema";
import { numberOf } from "@/lib/pets/list/search";
import { DEFAULT_STATUS, PET_STATUSES, type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { countWords, sumOf } from "@/lib/values/words";

/** Up to "1,000+". */
function boundedWords(count: number, isMore = false): string {
  const more = isMore || count > MAX_COUNT;
  return countWords({ count: more ? MAX_COUNT : count, more });
}

/** Null if the counts do not say. */
function deskCount({ status, kind }: DeskParams, counts: PetCounts | undefined): string | null {
  if (!counts) return null;
  const found = (status ? [status] : PET_STATUSES).map((one) => {
    const { categories, ...all } = counts[one];
    return kind === "" ? all : categories.find(({ categoryId }) => categoryId.toString() === kind);
  });
  const known = found.filter((one) => one !== undefined);
  if (known.length < found.length) return null;
  const { count, more } = sumOf(known);
  return boundedWords(count, more);
}

function deskHeading(count: string, params: DeskParams): string {
  const { q, kind, status, lacks, visibility } = params;
  const what = [status ? STATUS_LABELS[status].toLowerCase() : null, nounFor(kind, count === "1")];
  const words = [...what, lacks && `without a ${lacks}`, visibility === "hidden" && "not public"];
  const where = numberOf(q) === null ? "in the name, breed or story" : "as the number or in the name";
  const searched = q === "" ? "" : ` with “${q}”${count === "0" ? "" : ` ${where}`}`;
  return `${count} ${words.filter(Boolean).join(" ")}${searched}`;
}

function nounFor(kind: string, isOne: boolean): string {
  if (!/^-?\d+$/.test(kind)) return isOne ? "animal" : "animals";
  if (isOne) return findKind(BigInt(kind))?.name.toLowerCase() ?? "animal of this kind";
  return categoryPlural(BigInt(kind));
}

/** Counts by status and kind say how many match, or the only page does. Others are counted for this filter. */
export function useMatchCount(params: DeskParams, page: PetsPage | undefined, isPrevious: boolean) {
  const { data: counts } = useQuery(countsQuery());
  const hasMore = page !== undefined && (page.next !== null || page.prev !== null);
  const isKnown = isCounted(params) && (!counts || deskCount(params, counts) !== null);
  const found = useQuery({
    ...countsQuery(listParameters({ ...params, status: null, sort: "newest", cursor: "" }, {})),
    enabled: page !== undefined && !isPrevious && !isKnown && (hasMore || params.status !== null),
  });
  /** Null while that is unknown. */
  const countOf = (status: PetStatus | null) => {
    if (isKnown) return deskCount({ ...params, status }, counts);
    if (page && !hasMore && (params.status === null || params.status === status)) {
      const isCountedHere = (pet: ListedPet) => status === null || (pet.status ?? DEFAULT_STATUS) === status;
      return boundedWords(page.pets.filter(isCountedHere).length);
    }
    return deskCount({ ...params, kind: "", status }, found.isPlaceholderData ? undefined : found.data);
  };
  const count = countOf(params.status);
  return {
    hasMore,
    count,
    countOf,
    words: count === null ? null : deskHeading(count, params),
  };
}
