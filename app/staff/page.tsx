import { HydrationBoundary } from "@tanstack/react-query";
import { StaffDesk } from "@/components/staff-desk";
import { readPetsParams, type SearchParams } from "@/lib/pets/page-params";
import { prefetchPets } from "@/lib/pets/prefetch";
import { currentSession } from "@/lib/staff/current-session";

/** The staff's animals. */
export default async function StaffPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await currentSession();
  const { state, problem } = await prefetchPets(readPetsParams(await searchParams));
  return (
    <HydrationBoundary state={state}>
      <h1>Animals</h1>
      <StaffDesk problem={problem} person={session?.userId ?? ""} />
    </HydrationBoundary>
  );
}
