import { retryWhenLimited } from "../../http/retry-when-limited";
import { fetchPets } from "../list/calls";
import { MAX_PAGE_SIZE } from "../list/page-sizes";
import type { ListedPet } from "../list/schema";
import { toCsv } from "./csv";

/** Maximum number of animals in one file. */
export const MAX_EXPORT = 10_000;

type ExportFile = { csv: string; rows: number; isCut: boolean };

/** Reads the animals of a filter, page by page, and makes a CSV file of them. @throws ApiError, an AbortError */
export async function fetchForExport(
  query: string,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<ExportFile> {
  const search = new URLSearchParams(query);
  search.set("limit", String(MAX_PAGE_SIZE));
  search.set("include", "profile");
  const pets: ListedPet[] = [];
  for (;;) {
    const { pets: more, next } = await retryWhenLimited(() => fetchPets(search, signal), signal);
    pets.push(...more);
    onCount(pets.length);
    if (next === null || pets.length >= MAX_EXPORT) {
      return { csv: toCsv(pets.slice(0, MAX_EXPORT)), rows: Math.min(pets.length, MAX_EXPORT), isCut: next !== null };
    }
    search.set("cursor", next);
  }
}
