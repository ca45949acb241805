import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { retryWhenLimited } from "@/lib/http/retries";
import { namesPageQuery, sameNamesQuery } from "@/lib/pets/client";
import { additionOf, findKnownNames, linesByName } from "@/lib/pets/import/known-names";
import { previewsOf, type RowPreview } from "@/lib/pets/import/preview";
import type { ImportRow } from "@/lib/pets/import/read-rows";
import { fetchCurrentPets } from "@/lib/pets/list/calls";
import type { ListedPet } from "@/lib/pets/list/schema";
import type { Pet } from "@/lib/pets/schema";
import { MAX_PAGE_SIZE } from "@/lib/values/schemas";
import { foldName } from "@/lib/values/search";

export type KnownNames = {
  /** By folded name. It grows while they are looked up. */
  pets: ReadonlyMap<string, readonly Pet[]>;
  /** By `nameAndKind`. */
  lines: ReadonlyMap<string, readonly number[]>;
  /** Which animals could not be compared; empty if all were. */
  note: string;
};

const NONE: KnownNames["pets"] = new Map();

export function useKnownNames(rows: readonly ImportRow[], leftOut: readonly number[]): KnownNames {
  const client = useQueryClient();
  const [pets, setPets] = useState(NONE);
  const [note, setNote] = useState("");
  const added = useMemo(() => rows.flatMap((row) => additionOf(row) ?? []), [rows]);
  const lines = useMemo(() => {
    const out = new Set(leftOut);
    return linesByName(added.filter(({ line }) => !out.has(line)));
  }, [added, leftOut]);
  const names = useMemo(() => [...new Map(added.map(({ name }) => [foldName(name), name])).values()], [added]);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const find = async () => {
      setNote("");
      try {
        const compared = await findKnownNames(names, {
          lookUp: (name) => client.fetchQuery(sameNamesQuery(name)),
          readPage: (cursor) => client.fetchQuery(namesPageQuery(cursor)),
          onFound: (found) => setPets((all) => new Map([...all, ...withEarlier(all, found)])),
          signal,
        });
        if (compared === null) return;
        setNote(`The names were compared with only the newest ${compared.toLocaleString("en")} animals.`);
      } catch {
        if (!signal.aborted) setNote("Not all names could be compared with the animals that you have.");
      }
    };
    const timer = setTimeout(() => void find(), 500);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [names, client]);
  return { pets, lines, note };
}

/** An earlier page of the list may have some of the same name. */
function withEarlier(earlier: KnownNames["pets"], found: KnownNames["pets"]): KnownNames["pets"] {
  const all = ([name, pets]: [string, readonly Pet[]]) => {
    const before = earlier.get(name) ?? [];
    const isNew = ({ id }: Pet) => !before.some((other) => other.id === id);
    return [name, [...before, ...pets.filter(isNew)]] as const;
  };
  return new Map([...found].map(all));
}

export type Previews = ReturnType<typeof previewsOf>;

type CurrentPets = ReadonlyMap<string, ListedPet | null>;
const CURRENT_PETS_NONE: CurrentPets = new Map();

/** `id` names the import, which is compared while it is `isOpen`. */
export function usePreviews(
  rows: readonly ImportRow[],
  { id, isOpen }: { id: string; isOpen: boolean },
): ReadonlyMap<number, RowPreview> {
  const [pets, setPets] = useState(CURRENT_PETS_NONE);
  const read = useRef({ id, ids: new Set<string>() });
  const wanted = useMemo(() => rows.flatMap(({ wanted: row }) => (row?.id == null ? [] : [row.id.toString()])), [rows]);
  useEffect(() => {
    if (!isOpen) return;
    if (read.current.id !== id) {
      read.current = { id, ids: new Set() };
      setPets(CURRENT_PETS_NONE);
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
