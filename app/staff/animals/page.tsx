import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PetDesk } from "@/components/pets/desk/pet-desk";
import { loadDeskParams } from "@/lib/pets/desk/params";
import { prefetchDesk } from "@/lib/pets/desk/prefetch";

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
