import { HydrationBoundary } from "@tanstack/react-query";
import { PetBrowser } from "@/components/pet-browser";
import { readPetsParams, type SearchParams } from "@/lib/pets/page-params";
import { prefetchPets } from "@/lib/pets/prefetch";

/** Adopters browse here. */
export default async function BrowsePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { state, problem } = await prefetchPets(readPetsParams(await searchParams, "available"));
  return (
    <>
      <div className="intro">
        <h1>Animals waiting for a home</h1>
        <p>Everyone here would love to meet you. Newest arrivals first.</p>
      </div>
      <HydrationBoundary state={state}>
        <PetBrowser problem={problem} />
      </HydrationBoundary>
    </>
  );
}
