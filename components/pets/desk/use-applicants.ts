import { useQuery } from "@tanstack/react-query";
import { applicationCountsQuery } from "@/lib/applications/queries";
import type { BoundedCount } from "@/lib/counts";
import type { ListedPet } from "@/lib/pets/list/schema";

/** How many people have an open application for each animal of the page. Those with none are left out. */
export function useApplicants(pets: readonly ListedPet[]): ReadonlyMap<bigint, BoundedCount> | undefined {
  return useQuery(applicationCountsQuery(pets.map(({ id }) => id))).data;
}
