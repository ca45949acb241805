import type { IncomingMessage } from "node:http";
import { pairsOf } from "@/lib/http/query-string";
import { filtersHref, isUnknownKind, PARAMETERS, parseFilters } from "@/lib/pets/adopters/cards/filters";

/** Documents that are the same for every visitor, with any query. */
const DOCUMENTS = new Set(["/docs", "/favourites", "/feed.atom", "/openapi.json", "/robots.txt", "/sitemap.xml"]);
/** The page of an animal, by its id as links write it. */
const ANIMAL = /^\/animals\/(0|-?[1-9]\d{0,18})$/;

/**
 * Returns the cache key of a page that is the same for every visitor, or null for any other page. It contains only the
 * parameters that the page reads, so others lead to the same page. Of a list, only the first page is cached, and only
 * without a search by name. An unknown kind has no list.
 */
export function pageCacheKey({ method, url = "", headers }: IncomingMessage): string | null {
  if ((method !== "GET" && method !== "HEAD") || headers.rsc || hasSession(headers.cookie)) return null;
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  if (path !== "/") return DOCUMENTS.has(path) || ANIMAL.test(path) ? path : null;
  if (at === -1) return path;
  const pairs = pairsOf(url.slice(at + 1), PARAMETERS);
  if (isUnknownKind(pairs.flatMap(([name, value]) => (name === "kind" ? [value] : [])))) return null;
  const filters = parseFilters(pairs);
  return filters.cursor === undefined && filters.q === undefined ? filtersHref(filters) : null;
}

/** Whether a cookie may be a session. Every session matches; some other cookies may match too. */
export function hasSession(cookie: string | undefined): boolean {
  return (cookie ?? "")
    .split(";")
    .some((pair) => pair.includes("=") && /auth|session/i.test(pair.split("=", 1)[0] ?? ""));
}
