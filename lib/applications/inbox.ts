import { toParameters } from "../http/query-string";
import { parseInt64 } from "../values/schemas";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import { DAY_MS } from "../values/time";
import { sinceWords } from "../values/time-words";
import type { ApplicationSummary, ListedApplication } from "./schema";

/** The parameters of a page of the inbox, as plain strings, because they are part of a query key and of a URL. */
export type InboxParams = {
  q?: string | undefined;
  ongoing?: "true" | undefined;
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
  const petId = search.get("petId");
  const q = search.get("q")?.trim();
  return {
    ...(q && [...q].length <= MAX_SEARCH_LENGTH && { q }),
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
