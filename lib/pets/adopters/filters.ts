import { MAX_SEARCH_LENGTH } from "../../values/search-length";
import { CATEGORIES, type Category } from "../kinds";
import {
  AGE_GROUPS,
  type AgeGroup,
  COMPANIONS,
  type Companion,
  SEXES,
  type Sex,
  SIZES,
  type Size,
} from "../profile/choices";
import { isPetStatus, type PetStatus } from "../status";

export type SearchParams = Record<string, string | string[] | undefined>;

/** How many animals a page for adopters has. It fills complete rows of two, three or four cards. */
export const CARDS_PAGE_SIZE = 24;

/** What an adopter looks for. A missing member means anything. */
export type PetFilters = {
  /** Absent: every status. */
  status?: PetStatus;
  kind?: string;
  /** A part of the name, words of the breed and the story, or words for other filters. */
  q?: string;
  age?: AgeGroup;
  sex?: Sex;
  size?: Size;
  goodWith?: readonly Companion[];
  /** Absent: newest first. */
  sort?: "oldest";
  cursor?: string;
  /** The number of the page that the cursor leads to, from 2 on. It is only used in the texts around the list. */
  page?: number;
};

const HOME_STATUS = "available" satisfies PetStatus;

export const PARAMETERS = { q: 1, kind: 1, status: 1, age: 1, sex: 1, size: 1, good: 1, sort: 1, cursor: 1, page: 1 };
type Parameter = keyof typeof PARAMETERS;

export function readFilters(search: SearchParams): PetFilters {
  const all = (name: Parameter) => [search[name] ?? []].flat();
  const one = (name: Parameter) => (all(name).length === 1 ? all(name)[0] : undefined);
  const choice = <W extends string>(name: Parameter, words: readonly W[]) => words.find((word) => word === one(name));
  const status = one("status");
  const cursor = one("cursor") || undefined;
  const goodWith = COMPANIONS.filter((companion) => all("good").includes(companion));
  return withoutAbsent({
    status: status === "all" ? undefined : isPetStatus(status) ? status : HOME_STATUS,
    kind: CATEGORIES.find(({ slug }) => slug === one("kind"))?.slug,
    q: cleaned(one("q") ?? "") || undefined,
    age: choice("age", AGE_GROUPS),
    sex: choice("sex", SEXES),
    size: choice("size", SIZES),
    goodWith: goodWith.length > 0 ? goodWith : undefined,
    sort: choice("sort", ["oldest"]),
    cursor,
    page: cursor === undefined ? undefined : toPage(one("page")),
  });
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

export function filtersHref({
  status,
  kind,
  q,
  age,
  sex,
  size,
  goodWith = [],
  sort,
  cursor,
  page,
}: PetFilters): string {
  const search = new URLSearchParams();
  const add = (name: Parameter, value: string | undefined) => value && search.append(name, value);
  add("q", q);
  add("kind", kind);
  if (status !== HOME_STATUS) add("status", status ?? "all");
  add("age", age);
  add("sex", sex);
  add("size", size);
  for (const companion of goodWith) add("good", companion);
  add("sort", sort);
  add("cursor", cursor);
  add("page", page === undefined ? page : String(page));
  return search.size > 0 ? `/?${search}` : "/";
}

export function kindOf({ kind }: PetFilters): Category | undefined {
  return CATEGORIES.find(({ slug }) => slug === kind);
}

/** Returns the filters without one of them, back on the first page. */
export function without(filters: PetFilters, name: keyof PetFilters): PetFilters {
  const { cursor: _cursor, page: _page, [name]: _removed, ...others } = filters;
  return others;
}

export function withoutFacts({ status, kind, q, sort }: PetFilters): PetFilters {
  return withoutAbsent({ status, kind, q, sort });
}

export function isNarrowed({ status: _status, ...others }: PetFilters): boolean {
  const { sort: _sort, cursor: _cursor, page: _page, ...narrowing } = others;
  return Object.keys(narrowing).length > 0;
}

/** Whether anything besides status and kind narrows the list. Only those two are counted. */
export function isSearched({ kind: _kind, ...others }: PetFilters): boolean {
  return isNarrowed(others);
}

/** Returns the filters that the counts of the kinds depend on: the facts. */
export function factsOf({ age, sex, size, goodWith }: PetFilters): PetFilters {
  return withoutAbsent({ age, sex, size, goodWith });
}

export function hasFacts(filters: PetFilters): boolean {
  return isSearched(without(filters, "q"));
}

function toPage(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,3}$/.test(text) && text !== "1" ? Number(text) : undefined;
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
