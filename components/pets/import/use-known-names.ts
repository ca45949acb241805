import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { sameNamesQuery } from "@/lib/pets/edit/same-names";
import { foldName } from "@/lib/pets/fold-name";
import type { ImportRow } from "@/lib/pets/import/rows";
import type { Pet } from "@/lib/pets/schema";

/** Maximum number of names that are looked up, because each is a request. */
const MAX_NAMES = 200;

/** The animals that already have the names of new rows, by folded name. It grows while they are looked up. */
export function useKnownNames(rows: readonly ImportRow[]): ReadonlyMap<string, readonly Pet[]> {
  const client = useQueryClient();
  const [known, setKnown] = useState<ReadonlyMap<string, readonly Pet[]>>(new Map());
  const names = useMemo(() => {
    const added = rows.flatMap(({ wanted }) => (wanted?.id === null && wanted.pet.name ? [wanted.pet.name] : []));
    return [...new Map(added.map((name) => [foldName(name), name])).values()].slice(0, MAX_NAMES);
  }, [rows]);
  useEffect(() => {
    let isOver = false;
    const lookUp = async () => {
      for (const name of names) {
        if (isOver) return;
        const pets = await client.fetchQuery(sameNamesQuery(name));
        if (!isOver && pets.length > 0) setKnown((all) => new Map(all).set(foldName(name), pets));
      }
    };
    // A name that cannot be looked up is not pointed out. If the connection has a problem, adding will tell.
    const timer = setTimeout(() => void lookUp().catch(() => null), 500);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [names, client]);
  return known;
}
