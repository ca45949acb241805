import { useQuery } from "@tanstack/react-query";
import { latestQuery, versionsKey } from "@/lib/pets/desk/queries";
import type { ListedPet } from "@/lib/pets/list/schema";
import { useHydrated } from "../../ui/hooks/use-hydrated";

/**
 * Who added and last changed each animal of the page. The browser reads this, because the server does not know its time
 * zone.
 */
export function useLatest(pets: readonly ListedPet[]) {
  const isHydrated = useHydrated();
  const ids = pets.map(({ id }) => id);
  const { data } = useQuery(latestQuery(ids, versionsKey(pets)));
  return isHydrated ? data : undefined;
}
