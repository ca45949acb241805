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

/** The query parameters of a page URL, as Next.js passes them; any may be missing or repeated. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** What an adopter looks for. A missing member means anything. */
export type PetFilters = {
  /** Absent: every status. */
  status?: PetStatus;
  /** The slug of the kind, which is readable in a URL. */
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

/** The status of `/` when the URL names none. */
const HOME_STATUS = "available" satisfies PetStatus;

/** The parameters that `/` reads. */
export const PARAMETERS = { q: 1, kind: 1, status: 1, age: 1, sex: 1, size: 1, good: 1, sort: 1, cursor: 1, page: 1 };
type Parameter = keyof typeof PARAMETERS;

/** Reads the query of `/`. Unknown and repeated values are ignored. */
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

/** Reads the filters from the parameters of a URL, or from a form. */
export function parseFilters(entries: Iterable<[string, FormDataEntryValue]>): PetFilters {
  const search: Record<string, string[]> = {};
  for (const [name, value] of entries) {
    if (typeof value !== "string") continue;
    search[name] ??= [];
    search[name].push(value);
  }
  return readFilters(search);
}

/** Returns the URL of the list in one canonical form, without default values. */
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

/** Whether a URL names a kind that is not known, by its values of `kind`. */
export function isUnknownKind(values: readonly string[]): boolean {
  const [kind] = values;
  return values.length === 1 && !!kind && kindOf({ kind }) === undefined;
}

/** Returns the category that the filters name, if any. */
export function kindOf({ kind }: PetFilters): Category | undefined {
  return CATEGORIES.find(({ slug }) => slug === kind);
}

/** Returns the filters without one of them, back on the first page. */
export function without(filters: PetFilters, name: keyof PetFilters): PetFilters {
  const { cursor: _cursor, page: _page, [name]: _removed, ...others } = filters;
  return others;
}

/** Returns the filters without the facts. Status, kind, search and order stay. */
export function withoutFacts({ status, kind, q, sort }: PetFilters): PetFilters {
  return withoutAbsent({ status, kind, q, sort });
}

/** Whether anything besides the status narrows the list. */
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

/** Whether facts narrow the list: age, sex, size or companions. */
export function hasFacts(filters: PetFilters): boolean {
  return isSearched(without(filters, "q"));
}

/** Parses the number of a page after the first. */
function toPage(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,3}$/.test(text) && text !== "1" ? Number(text) : undefined;
}

/**
 * Makes a search term acceptable to the API: well-formed, trimmed, short enough, and without control characters. What
 * is not a letter or a digit is dropped at both ends: "Luna!" means Luna. A term of only other characters, such as
 * emoji, stays.
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

/** Leaves out members that are undefined. */
export function withoutAbsent(filters: { [K in keyof PetFilters]: PetFilters[K] | undefined }): PetFilters {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as PetFilters; // its members are those of `filters` that are not undefined
}
