import { rememberList } from "../../tab-storage";
import { andList, type BoundedCount, capitalized, countWords, isolate, sumOf } from "../../values/words";
import { filterChoices } from "../facts";
import type { PetCounts } from "../list/schema";
import { PET_STATUSES, type PetStatus, STATUS_LABELS } from "../status";
import type { CardsPage } from "./card";
import { chosenIn, filtersHref, hasFacts, isNarrowed, isSearched, kindOf, type PetFilters, without } from "./filters";

/** Returns the heading of a list, whose facts are chips: "Dogs waiting for a home", "No cats match these filters". */
export function listHeading(filters: PetFilters, page: Pick<CardsPage, "pets"> | null): string {
  const isNone = page?.pets.length === 0 && isSearched(filters);
  return isNone ? noneHeading(filters) : describeList(filters, { withFacts: false });
}

function noneHeading(filters: PetFilters): string {
  const { status, q } = filters;
  const label = status !== undefined && status !== "available" ? `${STATUS_LABELS[status].toLowerCase()} ` : "";
  const searched = [q !== undefined && `“${isolate(q)}”`, hasFacts(filters) && "these filters"].filter(Boolean);
  return `No ${label}${kindOf(filters)?.plural ?? "animals"} match ${searched.join(" and ")}`;
}

const BABIES: Readonly<Record<string, string>> = { dog: "puppies", cat: "kittens" };

/** Says what a list shows: "Senior dogs matching “Bud”, good with cats". */
function describeList(filters: PetFilters, { withFacts = true } = {}): string {
  const { status, q, kind } = filters;
  const { goodWith = [], ...facts }: PetFilters = withFacts ? filters : {};
  // "Small animals" alone would be rodents.
  const kinds = kindOf(filters)?.plural ?? (facts.size ? "animals of any kind" : "animals");
  const label = status === undefined ? "All" : status !== "available" && STATUS_LABELS[status];
  const young = facts.ageGroup === "baby" && BABIES[kind ?? ""];
  // English has the size before the age: "small young dogs".
  const adjectives = chosenIn(young ? without(facts, "ageGroup") : facts).map(labelOf);
  const described = [label, ...adjectives.toReversed(), young || kinds].filter(Boolean).join(" ");
  const named = q === undefined ? "" : ` matching “${isolate(q)}”`;
  const waiting = status === "available" && !isSearched(filters) ? " waiting for a home" : "";
  const companions = andList(goodWith);
  return `${capitalized(described.toLowerCase())}${named}${waiting}${companions && `, good with ${companions}`}`;
}

export function listTitle(filters: PetFilters, shelter: string): string {
  const { sort, cursor, status } = filters;
  const isFirst = status === "available" && !isNarrowed(filters) && cursor === undefined;
  if (isFirst) return `${isolate(shelter)} – animals waiting for a home`;
  const further = cursor === undefined ? "" : sort === "oldest" ? ", later arrivals" : ", earlier arrivals";
  return `${describeList(filters)}${further} – ${isolate(shelter)}`;
}

export function listDescription(filters: PetFilters, shelter: string): string {
  return `${describeList(filters)}${filters.goodWith ? "," : ""} at ${isolate(shelter)}.`;
}

/** Returns the text of a link back to the list: "Birds", "Adopted animals", "Search “ol”". */
export function listLabel(filters: PetFilters): string {
  const { q, status } = filters;
  const kind = kindOf(filters);
  if (q !== undefined) return `Search “${isolate(q)}”`;
  if (status !== "available") return describeList({ ...(status && { status }), ...(kind && { kind: kind.slug }) });
  return kind ? capitalized(kind.plural) : "All animals";
}

export type ActiveFilter = { label: string; rest: PetFilters };

const labelOf = ({ name, value }: ReturnType<typeof chosenIn>[number]) => filterChoices(name)[value]?.label ?? value;

/** Returns the active filters, with the kind only if it is wanted, because there are pictures for it. */
export function activeFilters(filters: PetFilters, { withKind = false } = {}): ActiveFilter[] {
  const kind = withKind ? kindOf(filters) : undefined;
  return [
    ...(kind ? [{ label: kind.name, rest: without(filters, "kind") }] : []),
    ...chosenIn(filters).map((chosen) => {
      const rest = without(filters, chosen.name);
      const others = filters.goodWith?.filter((companion) => companion !== chosen.value) ?? [];
      const isOneOf = chosen.name === "goodWith" && others.length > 0;
      return { label: labelOf(chosen), rest: isOneOf ? { ...rest, goodWith: others } : rest };
    }),
  ];
}

export function countOf(counts: PetCounts, status: PetStatus | undefined, categoryId?: bigint): BoundedCount {
  const counted = (status ? [status] : PET_STATUSES).map((each): BoundedCount => {
    const { categories, ...all } = counts[each];
    if (categoryId === undefined) return all;
    return categories.find((category) => category.categoryId === categoryId) ?? { count: 0, more: false };
  });
  return sumOf(counted);
}

/** From the counts of its filters if known, otherwise as many as its only or first page shows. */
function resultCount(
  filters: PetFilters,
  { pets, next }: Pick<CardsPage, "pets" | "next">,
  counts: PetCounts | null,
): BoundedCount | null {
  const isFirst = filters.cursor === undefined;
  const seen = { count: pets.length, more: next !== null };
  const counted = counts && (!isFirst || next !== null) ? countOf(counts, filters.status, kindOf(filters)?.id) : null;
  if (!isFirst) return counted;
  // Counts of a search are of the newest animals only, and may be lower than what was seen.
  return counted?.more === false || (counted && counted.count > seen.count) ? counted : seen;
}

/** Says how many animals a list has. Empty while that is unknown. */
export function resultWords(
  filters: PetFilters,
  page: Pick<CardsPage, "pets" | "next">,
  counts: PetCounts | null,
): string {
  const count = resultCount(filters, page, counts);
  return count ? animalCountWords(count, kindOf(filters)) : "";
}

export function animalCountWords(count: BoundedCount, kind?: { name: string; plural: string }): string {
  const isOne = count.count === 1 && !count.more;
  return `${countWords(count)} ${isOne ? (kind?.name.toLowerCase() ?? "animal") : (kind?.plural ?? "animals")}`;
}

/** Remembers the page of the list that is shown, so that the page of an animal can link to its neighbours. */
export function rememberPage({ filters, pets }: CardsPage): void {
  rememberList("/animals", { href: filtersHref(filters), label: listLabel(filters), entries: pets });
}
