import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { StaffDesk } from "@/components/pets/staff-desk";
import { currentSession } from "@/lib/people/current-session";
import { readPetsParams, type SearchParams } from "@/lib/pets/pages/params";
import { prefetchPets } from "@/lib/pets/pages/prefetch";

export const metadata: Metadata = { title: "Add animals" };

/** The forms that add animals, beside the newest ones. */
export default async function FormsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await currentSession();
  const { state, problem } = await prefetchPets(readPetsParams(await searchParams));
  return (
    <HydrationBoundary state={state}>
      <h1>Add animals</h1>
      <StaffDesk problem={problem} person={session?.personId ?? ""} />
    </HydrationBoundary>
  );
}
