import { HydrationBoundary } from "@tanstack/react-query";
import { StaffDesk } from "@/components/pets/staff-desk";
import { currentSession } from "@/lib/people/current-session";
import { readPetsParams, type SearchParams } from "@/lib/pets/pages/params";
import { prefetchPets } from "@/lib/pets/pages/prefetch";

/** Where staff list and add animals. */
export default async function StaffAnimalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await currentSession();
  const { state, problem } = await prefetchPets(readPetsParams(await searchParams));
  return (
    <HydrationBoundary state={state}>
      <h1>Animals</h1>
      <StaffDesk problem={problem} person={session?.personId ?? ""} />
    </HydrationBoundary>
  );
}
