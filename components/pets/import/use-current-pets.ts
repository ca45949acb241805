import { useEffect, useMemo, useRef, useState } from "react";
import { retryWhenLimited } from "@/lib/http/retry-when-limited";
import { previewsOf, type RowPreview } from "@/lib/pets/import/preview";
import type { ImportRow } from "@/lib/pets/import/read-rows";
import { fetchCurrentPets } from "@/lib/pets/list/calls";
import { MAX_PAGE_SIZE } from "@/lib/pets/list/page-sizes";
import type { ListedPet } from "@/lib/pets/list/schema";

/** What importing each row with an id would do, by line, where known. */
export type Previews = ReturnType<typeof previewsOf>;

type CurrentPets = ReadonlyMap<string, ListedPet | null>;
const NONE: CurrentPets = new Map();

/** Compares rows with the animals that they change. `id` names the import, which is compared while it is `isOpen`. */
export function usePreviews(
  rows: readonly ImportRow[],
  { id, isOpen }: { id: string; isOpen: boolean },
): ReadonlyMap<number, RowPreview> {
  const [pets, setPets] = useState(NONE);
  const read = useRef({ id, ids: new Set<string>() });
  const wanted = useMemo(() => rows.flatMap(({ wanted: row }) => (row?.id == null ? [] : [row.id.toString()])), [rows]);
  useEffect(() => {
    if (!isOpen) return;
    if (read.current.id !== id) {
      read.current = { id, ids: new Set() };
      setPets(NONE);
    }
    const { ids } = read.current;
    const control = new AbortController();
    const find = async () => {
      const missing = wanted.filter((one) => !ids.has(one));
      for (let at = 0; at < missing.length && !control.signal.aborted; at += MAX_PAGE_SIZE) {
        const some = missing.slice(at, at + MAX_PAGE_SIZE);
        const found = await retryWhenLimited(() => fetchCurrentPets(some, "profile,version"), control.signal);
        for (const one of some) ids.add(one);
        setPets((all) => new Map([...all, ...some.map((one) => [one, found.get(one) ?? null] as const)]));
      }
    };
    // Without a preview, the rows can still be imported.
    const timer = setTimeout(() => void find().catch(() => {}), 300);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [wanted, id, isOpen]);
  return useMemo(() => previewsOf(rows, pets), [rows, pets]);
}
