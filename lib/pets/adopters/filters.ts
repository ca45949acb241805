import { definedOf, recordOf } from "../../values/objects";
import { MAX_SEARCH_LENGTH } from "../../values/search-length";
import { FACT_FILTERS, type FactFilters, filterChoices } from "../facts";
import { type Category, findKindBySlug } from "../kinds";
import { isPetStatus, type PetStatus } from "../status";

export type SearchParams = Record<string, string | string[] | undefined>;

/** How many animals a page for adopters has. It fills complete rows of two, three or four cards. */
export const CARDS_PAGE_SIZE = 24;

/** What an adopter looks for. A missing member means anything. */
export type PetFilters = FactFilters & {
  /** Absent: every status. */
  status?: PetStatus;
  kind?: string;
  /** A part of the name, words of the breed and the story, or words for other filters. */
  q?: string;
  /** Absent: newest first. */
  sort?: "oldest";
  cursor?: string;
};

const HOME_STATUS = "available" satisfies PetStatus;

/** Those that pages have. */
export const PAGE_FILTERS = FACT_FILTERS.filter((name) => Object.keys(filterChoices(name)).length > 0);

export const parameterOf = (name: keyof FactFilters): string =>
  name === "ageGroup" ? "age" : name === "goodWith" ? "good" : name;

/** By their names. */
export const PARAMETERS = recordOf(
  ["q", "kind", "status", "sort", "cursor", ...PAGE_FILTERS.map(parameterOf)],
  (name) => name,
);

export function readFilters(search: SearchParams): PetFilters {
  const all = (name: string) => [search[name] ?? []].flat();
  const one = (name: string) => (all(name).length === 1 ? all(name)[0] : undefined);
  const status = one("status");
  const facts = PAGE_FILTERS.map((name) => [name, readFact(name, all(parameterOf(name)))]);
  return withoutAbsent({
    q: cleaned(one("q") ?? "") || undefined,
    status: status === "all" ? undefined : isPetStatus(status) ? status : HOME_STATUS,
    kind: findKindBySlug(one("kind"))?.slug,
    ...(Object.fromEntries(facts) as FactFilters), // each has a value that its filter offers
    sort: one("sort") === "oldest" ? "oldest" : undefined,
    cursor: one("cursor") || undefined,
  });
}

function readFact(name: keyof FactFilters, given: readonly string[]) {
  const known = Object.keys(filterChoices(name)).filter((value) => given.includes(value));
  if (name === "goodWith") return known.length > 0 ? known : undefined;
  const [value] = given.length === 1 ? known : [];
  return value === "true" ? true : value;
}

export function parseFilters(entries: Iterable<[string, FormDataEntryValue]>): PetFilters {
  const search: Record<string, string[]> = {};
  for (const [name, value] of entries) {
    if (typeof value !== "string") continue;
    search[name] ??= [];
    search[name].push(value);
  }
  return readFilters(search);
}

export function filtersHref({ status, kind, q, sort, cursor, ...facts }: PetFilters): string {
  const search = new URLSearchParams();
  const add = (name: string, value: string | undefined) => value && search.append(name, value);
  add("q", q);
  add("kind", kind);
  if (status !== HOME_STATUS) add("status", status ?? "all");
  for (const { name, value } of chosenIn(facts)) add(parameterOf(name), value);
  add("sort", sort);
  add("cursor", cursor);
  return search.size > 0 ? `/?${search}` : "/";
}

/** Each chosen value, as its parameter has it. */
export const chosenIn = (filters: FactFilters): { name: keyof FactFilters; value: string }[] =>
  PAGE_FILTERS.flatMap((name) => [filters[name] ?? []].flat().map((value) => ({ name, value: String(value) })));

export function kindOf({ kind }: PetFilters): Category | undefined {
  return findKindBySlug(kind);
}

/** Returns the filters without one of them, back on the first page. */
export function without(filters: PetFilters, name: keyof PetFilters): PetFilters {
  const { cursor: _cursor, [name]: _removed, ...others } = filters;
  return others;
}

export function withoutFacts({ status, kind, q, sort }: PetFilters): PetFilters {
  return withoutAbsent({ status, kind, q, sort });
}

export function isNarrowed({ status: _status, ...others }: PetFilters): boolean {
  const { sort: _sort, cursor: _cursor, ...narrowing } = others;
  return Object.keys(narrowing).length > 0;
}

/** Whether anything besides status and kind narrows the list. Only those two are counted. */
export function isSearched({ kind: _kind, ...others }: PetFilters): boolean {
  return isNarrowed(others);
}

/** Returns the filters that the counts of the kinds depend on: the facts. */
export const factsOf = (filters: PetFilters): PetFilters => definedOf(filters, PAGE_FILTERS);

export function hasFacts(filters: PetFilters): boolean {
  return isSearched(without(filters, "q"));
}

/**
 * Makes a search term acceptable to the API. What is not a letter or a digit is dropped at both ends ("Luna!"), unless
 * there is nothing else.
 */
function cleaned(text: string): string {
  // The expressions below are in this function because they take a phone some 25 ms, and most visits have no term.
  if (text === "") return text;
  const letters = [
    ...text
      .toWellFormed()
      .replace(/\p{Cc}+/gu, " ")
      .trim(),
  ];
  const term = letters.slice(0, MAX_SEARCH_LENGTH).join("").trim();
  return term.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "") || term;
}

export function withoutAbsent(filters: { [K in keyof PetFilters]: PetFilters[K] | undefined }): PetFilters {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as PetFilters; // its members are those of `filters` that are not undefined
}
