import { foldName } from "../../values/search";
import type { Pet } from "../schema";
import type { ImportRow } from "./read-rows";

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
