import { useQuery } from "@tanstack/react-query";
import type { ListedPet } from "@/lib/pets/list/schema";
import { latestQuery } from "@/lib/pets/pages/desk";
import { stateOf } from "./use-desk";

/** Who added and last changed each animal of the page. */
export function useLatest(pets: readonly ListedPet[]) {
  const ids = pets.map(({ id }) => id);
  return useQuery(latestQuery(ids, stateOf(pets))).data;
}
