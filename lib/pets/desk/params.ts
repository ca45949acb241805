import { createLoader, createParser, createSerializer, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { toParameters } from "../../http/query-string";
import { keysOf } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { type ListVisibility, VISIBILITIES } from "../care/visibility";
import type { ListPetsQuery } from "../list/query";
import { MISSING_PARTS, type MissingPart } from "../list/schema";
import { PET_STATUSES, type PetStatus } from "../status";

/** The orders of the list. */
export const SORT_LABELS = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
  waiting: "Longest wait first",
  status: "Available first",
} as const satisfies Record<NonNullable<ListPetsQuery["sort"]>, string>;
export const DESK_SORTS = keysOf(SORT_LABELS);
export type DeskSort = (typeof DESK_SORTS)[number];

/** Whether the list can be in this order however long it is. */
export const isByAge = (sort: DeskSort) => sort === "newest" || sort === "oldest";

/** The parameters of a page of the staff's list, as plain strings, because they are part of a query key. */
export type DeskParams = {
  q: string;
  /** The id of a kind, any int64. */
  kind: string;
  status: PetStatus | null;
  lacks: MissingPart | null;
  visibility: ListVisibility | null;
  sort: DeskSort;
  cursor: string;
};

export const DESK_PATH = "/staff/animals";

export const NO_FILTER = { q: "", kind: "", status: null, lacks: null, visibility: null } as const;

export const DESK_PARSERS = {
  q: parseAsString.withDefault(""),
  kind: parseAsString.withDefault(""),
  status: parseAsStringLiteral(PET_STATUSES),
  lacks: parseAsStringLiteral(MISSING_PARTS),
  visibility: parseAsStringLiteral(VISIBILITIES),
  sort: parseAsStringLiteral(DESK_SORTS).withDefault("newest"),
  cursor: parseAsString.withDefault(""),
};

/** A parameter that is either there or not, such as `?new`. */
const parseAsPresent = createParser({ parse: () => true, serialize: () => "" });

const parseAsId = createParser({ parse: parseInt64, serialize: String });

export const SHEET_PARSERS = {
  edit: parseAsId,
  new: parseAsPresent.withDefault(false),
  history: parseAsId,
  adopter: parseAsId,
};

export const loadDeskParams = createLoader(DESK_PARSERS);

export const deskQuery = createSerializer({ ...DESK_PARSERS, ...SHEET_PARSERS });

export function listParameters(
  { q, kind, status, lacks, visibility, sort, cursor }: DeskParams,
  more: Record<string, string>,
): URLSearchParams {
  return toParameters({
    ...more,
    text: q.trim(),
    categoryId: kind,
    status,
    lacks,
    visibility,
    sort: sort !== "newest" && sort,
    cursor,
  });
}

export const isSameFilter = (one: DeskParams, other: DeskParams) =>
  filterOf({ ...one, sort: "newest" }) === filterOf({ ...other, sort: "newest" });

export const filterOf = (params: DeskParams) => listParameters({ ...params, cursor: "" }, {}).toString();

/** Whether the counts by status and kind say how many animals match. For the other filters they do not. */
export const isCounted = ({ q, lacks, visibility }: DeskParams) => q === "" && lacks === null && visibility === null;

export const isFiltered = (params: DeskParams) => !isCounted(params) || params.kind !== "" || params.status !== null;
