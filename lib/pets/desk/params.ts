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

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | null =>
  known.find((one) => one === value) ?? null;

export function readDeskParams(search: URLSearchParams): DeskParams {
  return {
    q: search.get("q") ?? "",
    kind: search.get("kind") ?? "",
    status: oneOf(PET_STATUSES, search.get("status")),
    lacks: oneOf(MISSING_PARTS, search.get("lacks")),
    visibility: oneOf(VISIBILITIES, search.get("visibility")),
    sort: oneOf(DESK_SORTS, search.get("sort")) ?? "newest",
    cursor: search.get("cursor") ?? "",
  };
}

/** The sheet in front of the list, by the animal that it is about. */
export type DeskSheet = { new?: boolean; edit?: bigint | null; history?: bigint | null; adopter?: bigint | null };

export function readDeskSheet(search: URLSearchParams) {
  const idOf = (name: string) => parseInt64(search.get(name) ?? "");
  return {
    new: search.has("new"),
    edit: idOf("edit"),
    history: idOf("history"),
    adopter: idOf("adopter"),
  } satisfies DeskSheet;
}

export function deskHref({ sort, ...params }: DeskParams, sheet: DeskSheet = {}): string {
  const search = toParameters({ ...params, sort: sort !== "newest" && sort, ...sheet });
  return search.size > 0 ? `${DESK_PATH}?${search}` : DESK_PATH;
}

const addressed = () => new URLSearchParams(location.search);

/** The same page of the list with another sheet, or without one. */
export const sheetHref = (sheet: DeskSheet = {}) => deskHref(readDeskParams(addressed()), sheet);

/** The first page of the list with other filters or another order. */
export const filterHref = (next: Partial<DeskParams>) =>
  deskHref({ ...readDeskParams(addressed()), ...next, cursor: "" }, readDeskSheet(addressed()));

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
