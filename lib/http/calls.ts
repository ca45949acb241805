import type * as z from "zod/mini";
import { callApi } from "./client";
import { parsePageLinks } from "./links";

/** Maximum number of pages that `callAllPages` reads. */
const MAX_PAGES = 20;

/** Thrown when a list has more pages than are read. A part of it would mislead, so there is none. */
export class ListTooLong extends Error {
  override readonly name = "ListTooLong";
}

/** Reads all pages of a list. @throws ApiError, ListTooLong */
export async function callAllPages<T>(
  path: string,
  returns: z.ZodMiniType<T[]>,
  query: Readonly<Record<string, string>>,
): Promise<T[]> {
  const search = new URLSearchParams(query);
  const found: T[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data, headers } = await callApi(`${path}?${search}`, returns);
    found.push(...data);
    const { next } = parsePageLinks(headers.get("Link"));
    if (next === null) return found;
    search.set("cursor", next);
  }
  throw new ListTooLong(path);
}
