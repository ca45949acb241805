import { isPetStatus, type PetStatus } from "../status";
import type { PetsParams } from "./page";

/** The query parameters of a page URL, as Next.js passes them; any may be missing or repeated. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** Reads filter and cursor from the query of a page. An unknown status becomes the default of the page. */
export function readPetsParams(search: SearchParams, defaultStatus?: PetStatus): PetsParams {
  const one = (name: string) => {
    const [value, ...more] = [search[name] ?? []].flat();
    return more.length === 0 ? value : undefined;
  };
  const status = one("status");
  const cursor = one("cursor");
  return {
    status: status === "all" ? undefined : isPetStatus(status) ? status : defaultStatus,
    ...(cursor ? { cursor } : {}),
  };
}

/** The address of a filter and a cursor. The default status of the page and the first page are left out. */
export function petsHref(path: string, { status, cursor }: PetsParams, defaultStatus?: PetStatus): string {
  const search = new URLSearchParams();
  if (status !== defaultStatus) search.set("status", status ?? "all");
  if (cursor) search.set("cursor", cursor);
  return search.size > 0 ? `${path}?${search}` : path;
}
