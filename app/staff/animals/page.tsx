import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PetDesk } from "@/components/pets/desk/pet-desk";
import { loadDeskParams } from "@/lib/pets/pages/desk-params";
import { prefetchDesk } from "@/lib/pets/pages/desk-prefetch";
import type { SearchParams } from "@/lib/pets/pages/params";

export const metadata: Metadata = { title: "Animals" };

/** The staff's list of animals. */
export default async function StaffAnimalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await prefetchDesk(await loadDeskParams(searchParams));
  return (
    <HydrationBoundary state={state}>
      <PetDesk />
    </HydrationBoundary>
  );
}
