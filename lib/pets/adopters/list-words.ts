import { isolate } from "../../bidi";
import { type BoundedCount, countWords, sumOf } from "../../counts";
import type { PetCounts } from "../list/count-schema";
import { AGE_LABELS, COMPANION_LABELS, SEX_LABELS, SIZE_LABELS } from "../profile/choices";
import { PET_STATUSES, type PetStatus, STATUS_LABELS } from "../status";
import type { CardsPage } from "./card";
import { isNarrowed, kindOf, type PetFilters, without } from "./filters";

/** The heading of a list of animals: "Available dogs". */
export function listHeading(filters: PetFilters): string {
  const label = filters.status === undefined ? "All" : STATUS_LABELS[filters.status];
  return `${label} ${kindOf(filters)?.plural ?? "animals"}`;
}

/** The title of the list: each filter and each further page has its own. */
export function listTitle(filters: PetFilters, shelter: string): string {
  const { q, sort, cursor, status } = filters;
  const isFirst = status === "available" && !isNarrowed(filters) && cursor === undefined;
  if (isFirst) return `${isolate(shelter)} – animals waiting for a home`;
  const searched = q === undefined ? "" : `“${isolate(q)}” – `;
  const further = cursor === undefined ? "" : sort === "oldest" ? ", later arrivals" : ", earlier arrivals";
  return `${searched}${listHeading(filters)}${further} – ${isolate(shelter)}`;
}

/** A filter that is in force: what it says, and the filters without it. */
export type ActiveFilter = { label: string; rest: PetFilters };

/** The filters in force, apart from the status. */
export function activeFilters(filters: PetFilters): ActiveFilter[] {
  const { q, age, sex, size, goodWith = [] } = filters;
  const kind = kindOf(filters);
  const one = (name: keyof PetFilters, label: string | undefined) =>
    label === undefined ? [] : [{ label, rest: without(filters, name) }];
  return [
    ...one("q", q && `“${isolate(q)}”`),
    ...one("kind", kind && kind.plural.charAt(0).toUpperCase() + kind.plural.slice(1)),
    ...one("age", age && AGE_LABELS[age]),
    ...one("sex", sex && SEX_LABELS[sex]),
    ...one("size", size && SIZE_LABELS[size]),
    ...goodWith.map((companion) => {
      const others = goodWith.filter((other) => other !== companion);
      const rest = without(filters, "goodWith");
      return {
        label: `Good with ${COMPANION_LABELS[companion].toLowerCase()}`,
        rest: others.length > 0 ? { ...rest, goodWith: others } : rest,
      };
    }),
  ];
}

/** How many animals of a status (absent: of all) there are, of one kind or of all. */
export function countOf(counts: PetCounts, status: PetStatus | undefined, categoryId?: bigint): BoundedCount {
  const found = (status ? [status] : PET_STATUSES).map((each): BoundedCount => {
    const { total, more, categories } = counts[each];
    if (categoryId === undefined) return { count: total, more };
    return categories.find((category) => category.categoryId === categoryId) ?? { count: 0, more: false };
  });
  return sumOf(found);
}

/** How many animals a list has: counted where that is known, else as far as its pages show. */
export function resultWords(filters: PetFilters, page: CardsPage, counts: PetCounts | null): string {
  const { q, age, sex, size, goodWith } = filters;
  const isCounted = (q ?? age ?? sex ?? size ?? goodWith) === undefined;
  const isWhole = page.next === null && page.prev === null && filters.cursor === undefined;
  const shown = page.pets.length;
  if (isWhole) return animals({ count: shown, more: false });
  if (isCounted && counts) return animals(countOf(counts, filters.status, kindOf(filters)?.id));
  return filters.cursor === undefined ? animals({ count: shown, more: true }) : "";
}

/** "1 animal", "1,000+ animals". */
export const animals = (count: BoundedCount) =>
  `${countWords(count)} ${count.count === 1 && !count.more ? "animal" : "animals"}`;
