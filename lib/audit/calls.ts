import { callApi } from "../http/client";
import { parsePageLinks } from "../http/links";
import { DAY_MS } from "../time";
import { type About, AuditEntries, type AuditPage } from "./schema";

/** How many changes a page of the list has. */
const PAGE_SIZE = 50;

/** Which changes to list. A missing field means all. */
export type AuditFilter = { who?: string | undefined; what?: About | undefined; days?: number | undefined };

/** Reads the page at a cursor, or the first one. */
export async function fetchAudit(
  { who, what, days }: AuditFilter,
  cursor: string,
  signal: AbortSignal,
): Promise<AuditPage> {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    ...(who && { actor: who }),
    ...(what && { about: what }),
    ...(days && { from: new Date(Date.now() - days * DAY_MS).toISOString() }),
    ...(cursor !== "" && { cursor }),
  });
  const { data, headers } = await callApi(`/v1/audit?${query}`, AuditEntries, { signal });
  return { entries: data, ...parsePageLinks(headers.get("Link")) };
}
