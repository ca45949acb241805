import { toParameters } from "../http/query-string";
import { parseInt64 } from "../values/schemas";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import { DAY_MS } from "../values/time";
import { sinceWords } from "../values/time-words";
import type { BoundedCount } from "../values/words";
import type { ApplicationSummary, ListedApplication } from "./schema";
import { ADOPTION_LABELS, STAFF_STATUS_LABELS } from "./staff-words";
import { ADOPTION_STATUSES, type AdoptionStatus, APPLICATION_STATUSES, type ApplicationStatus } from "./status";

/** The parameters of a page of the inbox, as plain strings, because they are part of a query key and of a URL. */
export type InboxParams = {
  q?: string | undefined;
  ongoing?: "true" | undefined;
  status?: ApplicationStatus | undefined;
  /** Instead of a status: approved applications that have reached this order status. */
  orderStatus?: AdoptionStatus | undefined;
  toTell?: "true" | undefined;
  folder?: "suspicious" | undefined;
  handledBy?: string | undefined;
  petId?: string | undefined;
  sort?: "oldest" | undefined;
  cursor?: string | undefined;
};

export type InboxPage = { applications: ListedApplication[]; next: string | null; prev: string | null };

const ALL = "all";

const isNarrowed = ({ sort, cursor, ongoing, ...filters }: InboxParams) => Object.values(filters).some(Boolean);

export const withDefaultList = (params: InboxParams): InboxParams =>
  isNarrowed(params) ? { ...params, ongoing: undefined } : { ...params, ongoing: "true" };

export function readInboxParams(search: URLSearchParams): InboxParams {
  const params = readFilters(search);
  return search.get(ALL) === "true" ? params : withDefaultList(params);
}

function readFilters(search: URLSearchParams): InboxParams {
  const status = APPLICATION_STATUSES.find((known) => known === search.get("status"));
  const orderStatus = ADOPTION_STATUSES.find((known) => known === search.get("orderStatus"));
  const petId = search.get("petId");
  const q = search.get("q")?.trim();
  return {
    ...(q && [...q].length <= MAX_SEARCH_LENGTH && { q }),
    ...(status && { status }),
    ...(orderStatus && { orderStatus }),
    ...(search.get("toTell") === "true" && { toTell: "true" as const }),
    ...(search.get("folder") === "suspicious" && { folder: "suspicious" as const }),
    ...(/^[\da-f-]{36}$/.test(search.get("handledBy") ?? "") && { handledBy: search.get("handledBy") ?? "" }),
    ...(petId && parseInt64(petId) !== null && { petId }),
    ...(search.get("sort") === "oldest" && { sort: "oldest" as const }),
    ...(search.get("cursor") && { cursor: search.get("cursor") ?? "" }),
  };
}

export function inboxHref({ ongoing, ...params }: InboxParams): string {
  const search = toParameters({ [ALL]: !ongoing && !isNarrowed(params), ...params });
  return search.size > 0 ? `/staff/applications?${search}` : "/staff/applications";
}

/** A filter by status. Approved applications are divided by the progress of the adoption. */
export type StatusFilter = Pick<InboxParams, "status" | "orderStatus">;

export const STATUS_FILTERS: readonly StatusFilter[] = APPLICATION_STATUSES.flatMap((status): StatusFilter[] =>
  status === "approved" ? ADOPTION_STATUSES.map((orderStatus) => ({ orderStatus })) : [{ status }],
);

export const statusLabel = ({ status, orderStatus }: StatusFilter) =>
  orderStatus ? ADOPTION_LABELS[orderStatus] : status ? STAFF_STATUS_LABELS[status] : "";

type Counts = Record<"inbox", Record<ApplicationStatus, BoundedCount>> &
  Record<"approved", Record<AdoptionStatus, BoundedCount>>;

export const countByStatus = ({ status, orderStatus }: StatusFilter, { inbox, approved }: Counts) =>
  orderStatus ? approved[orderStatus] : status && inbox[status];

type ReceivedApplication = Pick<ApplicationSummary, "status" | "folder" | "createdAt">;

/**
 * How long a new application waits, and whether that is longer than the shelter promises. Null on the first day, for
 * possible spam, and once somebody has answered.
 */
export function unansweredFor(
  { status, folder, createdAt }: ReceivedApplication,
  replyDays: number | null,
  now: Date,
): { text: string; isOverdue: boolean } | null {
  const arrived = new Date(createdAt);
  const waited = now.getTime() - arrived.getTime();
  if (status !== "new" || folder === "suspicious" || waited < DAY_MS) return null;
  const isOverdue = replyDays !== null && waited > replyDays * DAY_MS;
  const time = sinceWords(arrived, now);
  return { text: isOverdue ? `Overdue: no answer for ${time}` : `No answer for ${time}`, isOverdue };
}
