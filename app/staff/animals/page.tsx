import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PetDesk } from "@/components/pets/desk/pet-desk";
import { prefetchApplicationCounts } from "@/lib/applications/list-store";
import { currentSession } from "@/lib/people/better-auth";
import { loadDeskParams } from "@/lib/pets/desk/params";
import { prefetchDesk } from "@/lib/pets/desk/prefetch";

export const metadata: Metadata = { title: "Animals" };

export default async function StaffAnimalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await currentSession();
  // Nothing may be read then: it would be sent although the layout shows another form.
  if (!session || session.mustChangePassword) return null;
  const state = await prefetchDesk(await loadDeskParams(searchParams), prefetchApplicationCounts);
  return (
    <HydrationBoundary state={state}>
      <PetDesk />
    </HydrationBoundary>
  );
}
