import { useQuery } from "@tanstack/react-query";
import { latestQuery } from "@/lib/pets/desk/queries";
import type { ListedPet } from "@/lib/pets/list/schema";
import { stateOf } from "./use-desk";

/** Who added and last changed each animal of the page. */
export function useLatest(pets: readonly ListedPet[]) {
  const ids = pets.map(({ id }) => id);
  return useQuery(latestQuery(ids, stateOf(pets))).data;
}
