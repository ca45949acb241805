import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PetDesk } from "@/components/pets/desk/pet-desk";
import { prefetchApplicationCounts } from "@/lib/applications/list-store";
import { currentSession } from "@/lib/people/better-auth";
import { loadDeskParams } from "@/lib/pets/desk/params";
import { prefetchDesk } from "@/lib/pets/desk/prefetch";

export const metadata: Metadata = { title: "Animals" };

/** The staff's list of animals. */
export default async function StaffAnimalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await currentSession();
  // The layout then shows another form instead. The page must not read anything, because its data would be sent even
  // though the layout does not show it.
  if (!session || session.mustChangePassword) return null;
  const state = await prefetchDesk(await loadDeskParams(searchParams), prefetchApplicationCounts);
  return (
    <HydrationBoundary state={state}>
      <PetDesk />
    </HydrationBoundary>
  );
}
