import { createLoader, createParser, createSerializer, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { Sort } from "../../values/cursor";
import { dayWords } from "../../values/time-words";
import { MISSING_PARTS, type MissingPart } from "../list/schema";
import { PET_STATUSES, type PetStatus } from "../status";

/** The orders of the list. They are not imported from lib/values/cursor.ts, which is for the server only. */
const SORTS = ["newest", "oldest"] as const satisfies readonly Sort[];

/** The parameters of a page of the staff's list, as plain strings, because they are part of a query key. */
export type DeskParams = {
  q: string;
  /** The id of a kind, any int64. */
  kind: string;
  status: PetStatus | null;
  lacks: MissingPart | null;
  /** The first day (UTC) since which the animals were adopted, such as `2026-11-01`. */
  adoptedSince: string;
  sort: Sort;
  cursor: string;
};

/** The values of the filters that let all animals through. */
export const NO_FILTER = { q: "", kind: "", status: null, lacks: null, adoptedSince: "" } as const;

/** The parameters in the URL of a page of the staff's list. */
export const DESK_PARSERS = {
  q: parseAsString.withDefault(""),
  kind: parseAsString.withDefault(""),
  status: parseAsStringLiteral(PET_STATUSES),
  lacks: parseAsStringLiteral(MISSING_PARTS),
  adoptedSince: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(SORTS).withDefault("newest"),
  cursor: parseAsString.withDefault(""),
};

/** A parameter that is either there or not, such as `?new`. */
const parseAsPresent = createParser({ parse: () => true, serialize: () => "" });

/** The parameters in the URL for the sheet beside the list: which animal is edited, looked at, or adopted. */
export const SHEET_PARSERS = {
  edit: parseAsString,
  new: parseAsPresent.withDefault(false),
  history: parseAsString,
  adopter: parseAsString,
};

/** Reads the parameters from the query that Next.js passes to a page. */
export const loadDeskParams = createLoader(DESK_PARSERS);

/** Writes the query of a URL of the staff's list. */
export const deskQuery = createSerializer({ ...DESK_PARSERS, ...SHEET_PARSERS });

/** Returns the parameters of the list operation for a page of the staff's list. */
export function listParameters(
  { q, kind, status, lacks, adoptedSince, sort, cursor }: DeskParams,
  more: Record<string, string>,
): URLSearchParams {
  const search = new URLSearchParams(more);
  if (q.trim() !== "") search.set("text", q.trim());
  if (kind !== "") search.set("categoryId", kind);
  if (status) search.set("status", status);
  if (lacks) search.set("lacks", lacks);
  if (adoptedSince !== "") search.set("adoptedSince", adoptedSince);
  if (sort !== "newest") search.set("sort", sort);
  if (cursor !== "") search.set("cursor", cursor);
  return search;
}

/** Whether two pages belong to lists of the same animals, in whatever order. */
export const isSameFilter = (one: DeskParams, other: DeskParams) =>
  filterOf({ ...one, sort: "newest" }) === filterOf({ ...other, sort: "newest" });

/** Returns the filter and the sort of a page of the staff's list, as parameters of the list operation. */
export const filterOf = (params: DeskParams) => listParameters({ ...params, cursor: "" }, {}).toString();

/** Whether the counts by status and kind say how many animals match. For the other filters they do not. */
export const isCounted = ({ q, lacks, adoptedSince }: DeskParams) => q === "" && lacks === null && adoptedSince === "";

/** Whether a page of the list leaves out animals. */
export const isFiltered = (params: DeskParams) => !isCounted(params) || params.kind !== "" || params.status !== null;

/** A filter that only links set, such as those of the overview: its words, and the parameters without it. */
type LinkedFilter = { words: string; without: Partial<DeskParams> };

/** Returns the filters of the staff's list that the heading names in words, each with the parameters without it. */
export function linkedFilters({ lacks, adoptedSince, status }: DeskParams): LinkedFilter[] {
  const isDate = !Number.isNaN(Date.parse(adoptedSince));
  const since = isDate ? `since ${dayWords(adoptedSince)}` : "since an unknown day";
  return [
    ...(lacks ? [{ words: `without a ${lacks}`, without: { lacks: null } }] : []),
    ...(adoptedSince ? [{ words: status === "sold" ? since : `adopted ${since}`, without: { adoptedSince: "" } }] : []),
  ];
}
