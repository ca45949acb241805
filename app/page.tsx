import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PetBrowser } from "@/components/pets/pet-browser";
import { siteOrigin } from "@/lib/http/site";
import { HOME_STATUS, readPetsParams, type SearchParams } from "@/lib/pets/pages/params";
import { prefetchPets } from "@/lib/pets/pages/prefetch";
import { petsTitle } from "@/lib/pets/pages/title";

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const image = { url: "/cards/paw.png", width: 1200, height: 630, alt: "Pawhaven" };
  return {
    title: { absolute: petsTitle(readPetsParams(await searchParams, HOME_STATUS)) },
    metadataBase: new URL(await siteOrigin()),
    openGraph: { siteName: "Pawhaven", type: "website", url: "/", images: [image] },
    twitter: { card: "summary_large_image", images: [image] },
  };
}

/** The list of animals for adopters. */
export default async function BrowsePage({ searchParams }: Props) {
  const { state, problem } = await prefetchPets(readPetsParams(await searchParams, HOME_STATUS));
  return (
    <>
      <div className="grid gap-1.5">
        <h1>Meet our animals</h1>
        <p className="text-soft">Newest arrivals first. Come and say hello to them at the shelter.</p>
      </div>
      <HydrationBoundary state={state}>
        <PetBrowser problem={problem} />
      </HydrationBoundary>
    </>
  );
}
