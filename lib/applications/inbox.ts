import { parseInt64 } from "../int64";
import type { ApplicationSummary } from "./schema";
import { APPLICATION_STATUSES, type ApplicationStatus } from "./status";

/**
 * The parameters of a page of the inbox. They are plain strings, because they become a query key and part of a URL.
 */
export type InboxParams = {
  status?: ApplicationStatus | undefined;
  folder?: "suspicious" | undefined;
  handledBy?: string | undefined;
  petId?: string | undefined;
  cursor?: string | undefined;
};

/** One page of applications, newest first, and the cursors of its neighbours. */
export type InboxPage = { applications: ApplicationSummary[]; next: string | null; prev: string | null };

/** Reads the inbox filters from the query; ignores invalid values. */
export function readInboxParams(search: URLSearchParams): InboxParams {
  const status = APPLICATION_STATUSES.find((known) => known === search.get("status"));
  const petId = search.get("petId");
  return {
    ...(status && { status }),
    ...(search.get("folder") === "suspicious" && { folder: "suspicious" as const }),
    ...(/^[\da-f-]{36}$/.test(search.get("handledBy") ?? "") && { handledBy: search.get("handledBy") ?? "" }),
    ...(petId && parseInt64(petId) !== null && { petId }),
    ...(search.get("cursor") && { cursor: search.get("cursor") ?? "" }),
  };
}

/** Returns the URL of a page of the inbox. */
export function inboxHref(params: InboxParams): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  return search.size > 0 ? `/staff/applications?${search}` : "/staff/applications";
}
