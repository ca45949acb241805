import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { currentPetsQuery, knownPetsQuery, MAX_KNOWN } from "@/lib/pets/import/client";
import { additionOf } from "@/lib/pets/import/known-names";
import { previewsOf } from "@/lib/pets/import/preview";
import type { ImportRow } from "@/lib/pets/import/read-rows";
import type { Pet } from "@/lib/pets/schema";
import { parseInt64 } from "@/lib/values/schemas";

export type KnownNames = {
  /** By folded name. */
  pets: ReadonlyMap<string, readonly Pet[]>;
  /** Which animals could not be compared; empty if all were. */
  note: string;
};

const NONE: KnownNames["pets"] = new Map();

export function useKnownNames(rows: readonly ImportRow[]): KnownNames {
  const hasAdditions = useMemo(() => rows.some((row) => additionOf(row) !== null), [rows]);
  const { data, isError } = useQuery({ ...knownPetsQuery(), enabled: hasAdditions });
  const isCut =
    data?.isCut && `The names were compared with only the newest ${MAX_KNOWN.toLocaleString("en")} animals.`;
  const note = isError ? "The names could not be compared with the animals that you have." : isCut || "";
  return { pets: data?.byName ?? NONE, note };
}

export type Previews = ReturnType<typeof previewsOf>;

/** What rows with an id would change, read while `isOpen`. Without it, they can still be imported. */
export function usePreviews(rows: readonly ImportRow[], isOpen: boolean): Previews {
  const ids = useMemo(() => rows.flatMap(({ cells }) => parseInt64(cells.id)?.toString() ?? []), [rows]);
  const { data: pets } = useQuery({ ...currentPetsQuery(ids), enabled: isOpen && ids.length > 0 });
  return useMemo(() => previewsOf(rows, pets), [rows, pets]);
}
