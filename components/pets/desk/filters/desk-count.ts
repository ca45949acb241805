import { linkedFilters } from "@/lib/pets/desk/filter-words";
import type { DeskParams } from "@/lib/pets/desk/params";
import { categoryPlural, categorySingular } from "@/lib/pets/kinds/categories";
import { MAX_COUNT, type PetCounts } from "@/lib/pets/list/count-schema";
import { numberOf } from "@/lib/pets/list/search";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { countWords, sumOf } from "@/lib/values/counts";

/** Returns a count in words, up to "1,000+". */
export function boundedWords(count: number, isMore = false): string {
  const more = isMore || count > MAX_COUNT;
  return countWords({ count: more ? MAX_COUNT : count, more });
}

/** Returns how many animals match a filter by status and kind, or null if the counts do not say. */
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

/** Returns the heading of a list: which of its animals are on the page, how many there are, and how it is filtered. */
export function deskHeading(place: string | null, count: string, params: DeskParams): string {
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
