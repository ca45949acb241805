import { retryWhenLimited } from "../../http/retries";
import { MAX_PAGE_SIZE } from "../../values/schemas";
import { foldName } from "../../values/search";
import type { Pet } from "../schema";
import type { ImportRow } from "./read-rows";

/** More names are compared with the list, page by page. */
export const MAX_LOOKED_UP = 200;
const MAX_PAGES = 200;

type NameSearch = {
  lookUp(name: string): Promise<readonly Pet[]>;
  readPage(cursor: string): Promise<{ pets: readonly Pet[]; next: string | null }>;
  /** Called with animals that have one of the names, by folded name. */
  onFound(found: ReadonlyMap<string, readonly Pet[]>): void;
  signal: AbortSignal;
};

/**
 * Returns how many of the newest animals the names were compared with, or null for all.
 * @throws ApiError, an AbortError
 */
export async function findKnownNames(names: readonly string[], search: NameSearch): Promise<number | null> {
  if (names.length > MAX_LOOKED_UP) return compareWithList(new Set(names.map(foldName)), search);
  for (const name of names) {
    search.signal.throwIfAborted();
    const pets = await retryWhenLimited(() => search.lookUp(name), search.signal);
    if (pets.length > 0) search.onFound(new Map([[foldName(name), pets]]));
  }
  return null;
}

async function compareWithList(
  names: ReadonlySet<string>,
  { readPage, onFound, signal }: NameSearch,
): Promise<number | null> {
  let cursor = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const { pets, next } = await retryWhenLimited(() => readPage(cursor), signal);
    signal.throwIfAborted();
    const known = pets.filter(({ name }) => names.has(foldName(name)));
    if (known.length > 0) onFound(Map.groupBy(known, ({ name }) => foldName(name)));
    if (next === null) return null;
    cursor = next;
  }
  return MAX_PAGES * MAX_PAGE_SIZE;
}

export function petsAlike({ name, categoryId }: Omit<NewRow, "line">, known: ReadonlyMap<string, readonly Pet[]>) {
  return known.get(foldName(name))?.filter((pet) => pet.categoryId === categoryId) ?? [];
}

export function linesAlike(rows: readonly ImportRow[], known: ReadonlyMap<string, readonly Pet[]>): number[] {
  return rows
    .flatMap((row) => additionOf(row) ?? [])
    .filter((added) => petsAlike(added, known).length > 0)
    .map(({ line }) => line);
}

export function linesRepeated(rows: readonly ImportRow[]): number[] {
  const added = rows.filter(({ wanted }) => wanted?.id === null);
  const groups = Map.groupBy(added, ({ cells }) => JSON.stringify(cells));
  return [...groups.values()].flatMap(([, ...later]) => later.map(({ line }) => line));
}

export function additionOf({ line, wanted }: ImportRow): NewRow | null {
  const { name, categoryId } = wanted?.pet ?? {};
  if (wanted === null || wanted.id !== null || name === undefined || categoryId === undefined) return null;
  return { line, name, categoryId };
}
type NewRow = { line: number; name: string; categoryId: bigint };

export const nameAndKind = ({ name, categoryId }: Omit<NewRow, "line">) => `${categoryId} ${foldName(name)}`;

export function linesByName(rows: readonly NewRow[]): ReadonlyMap<string, readonly number[]> {
  const byName = Map.groupBy(rows, nameAndKind);
  return new Map([...byName].flatMap(([name, all]) => (all.length > 1 ? [[name, all.map(({ line }) => line)]] : [])));
}
