import { useQuery } from "@tanstack/react-query";
import { applicationCountsQuery } from "@/lib/applications/queries";
import type { ListedPet } from "@/lib/pets/list/schema";
import type { BoundedCount } from "@/lib/values/counts";

/** How many people have an open application for each animal of the page. Those with none are left out. */
export function useApplicants(pets: readonly ListedPet[]): ReadonlyMap<bigint, BoundedCount> | undefined {
  return useQuery(applicationCountsQuery(pets.map(({ id }) => id))).data;
}
