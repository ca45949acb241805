import { ApiError } from "../../http/errors";
import { fetchPets } from "../calls";
import type { ListedPet } from "../list/schema";
import { MAX_PAGE_SIZE } from "../list/sizes";
import { toCsv } from "./csv";

/** Maximum number of animals in one file. */
export const MAX_EXPORT = 10_000;
/** How long to wait after a 429 without Retry-After, in seconds. */
const DEFAULT_WAIT_SECONDS = 30;

type Exported = { csv: string; rows: number; isCut: boolean };

/** Reads the animals of a filter, page by page, and makes a CSV file of them. @throws ApiError, an AbortError */
export async function fetchForExport(
  query: string,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<Exported> {
  const search = new URLSearchParams(query);
  search.set("limit", String(MAX_PAGE_SIZE));
  search.set("include", "profile");
  const pets: ListedPet[] = [];
  for (;;) {
    const { pets: more, next } = await patiently(() => fetchPets(search, signal), signal);
    pets.push(...more);
    onCount(pets.length);
    if (next === null || pets.length >= MAX_EXPORT) {
      return { csv: toCsv(pets.slice(0, MAX_EXPORT)), rows: Math.min(pets.length, MAX_EXPORT), isCut: next !== null };
    }
    search.set("cursor", next);
  }
}

/** Waits as long as a 429 asks for, and calls again. */
async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "rate_limited")) throw error;
      const seconds = Number(error.headers["retry-after"]) || DEFAULT_WAIT_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      signal.throwIfAborted();
    }
  }
}
