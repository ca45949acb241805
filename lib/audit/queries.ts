import { infiniteQueryOptions } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { parsePageLinks } from "../http/links";
import { AuditEntries, type AuditPage } from "./schema";

/** The one key factory of this slice. */
export const auditKeys = { all: ["audit"] as const };

/** The query of the audit, newest first, page by page. */
export function auditQuery() {
  return infiniteQueryOptions({
    queryKey: auditKeys.all,
    queryFn: ({ pageParam, signal }) => fetchAudit(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

/** Reads the page at a cursor, the first one without a cursor. */
async function fetchAudit(cursor: string, signal: AbortSignal): Promise<AuditPage> {
  const query = cursor === "" ? "" : `?${new URLSearchParams({ cursor })}`;
  const { data, headers } = await callApi(`/v1/audit${query}`, AuditEntries, { signal });
  return { entries: data, ...parsePageLinks(headers.get("Link")) };
}
