import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { PetBrowser } from "@/components/pets/adopters/find/pet-browser";
import { Welcome, WelcomeDrawings } from "@/components/pets/adopters/find/welcome";
import { KnownKinds } from "@/components/pets/known-kinds";
import { AboutShelter, ShelterDetails } from "@/components/shelter/shelter-details";
import { siteOrigin } from "@/lib/http/site";
import {
  filtersHref,
  type PetFilters,
  parseFilters,
  readFilters,
  type SearchParams,
  without,
} from "@/lib/pets/adopters/filters";
import { listDescription, listTitle } from "@/lib/pets/adopters/list-words";
import { countFor, readFirstPage } from "@/lib/pets/adopters/search-store";
import { knownKinds } from "@/lib/pets/kinds";
import { readNewSince } from "@/lib/pets/list/arrival-store";
import { countPets } from "@/lib/pets/list/count-store";
import type { PetCounts } from "@/lib/pets/list/schema";
import { recallShelter } from "@/lib/shelter/store";
import { isolate } from "@/lib/values/words";

type Props = { searchParams: Promise<SearchParams> };

/** Once for each request. A cursor that leads nowhere redirects to the first page. */
const readOnce = cache(async (href: string) => {
  const filters = parseFilters(new URL(href, "http://localhost").searchParams);
  return (await readFirstPage(filters)) ?? redirect(filtersHref(without(filters, "cursor")));
});

/** A search is titled like its heading, so its page is read for this. */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const search = await searchParams;
  const shelter = await recallShelter();
  const name = isolate(shelter.name);
  const filters = readFilters(search);
  // Only with a search or a cursor can the page differ from what the filters say.
  const isPlain = filters.q === undefined && filters.cursor === undefined;
  const first = isPlain ? null : await readOnce(filtersHref(filters));
  const shown = first?.page?.filters ?? filters;
  const image = { url: "/cards/paw.png", width: 1200, height: 630, alt: name };
  return {
    title: { absolute: listTitle(shown, shelter.name) },
    description: listDescription(shown, shelter.name),
    // There are endless searches, and what a later page shows changes every day.
    ...(!isPlain && { robots: { index: false } }),
    metadataBase: new URL(await siteOrigin()),
    alternates: { canonical: filtersHref(filters), types: { "application/atom+xml": "/feed.atom" } },
    openGraph: { siteName: name, type: "website", url: filtersHref(filters), images: [image] },
    twitter: { card: "summary_large_image", images: [image] },
  };
}

/** Counts the animals of each kind. A search is not counted, except for the facts that its words name. */
async function countList(filters: PetFilters): Promise<PetCounts | null> {
  const shown = filters.q === undefined ? filters : (await readOnce(filtersHref(filters))).page?.filters;
  return shown && shown.q === undefined ? countFor(shown) : null;
}

export default async function BrowsePage({ searchParams }: Props) {
  const search = await searchParams;
  const filters = readFilters(search);
  const [first, counts, matching, newSince, shelter] = await Promise.all([
    readOnce(filtersHref(filters)),
    countPets({ visibility: "public" }).catch(() => null),
    countList(filters).catch(() => null),
    readNewSince().catch(() => null),
    recallShelter(),
  ]);
  return (
    <>
      <KnownKinds kinds={knownKinds()} />
      <PetBrowser
        first={{ ...first, filters, counts: matching }}
        newSince={newSince}
        shelter={shelter.name}
        welcome={<Welcome shelter={shelter.name} counts={counts} />}
        drawings={<WelcomeDrawings />}
      />
      <AboutShelter
        shelter={shelter}
        className="mt-6 rounded-card bg-accent-back p-4 sm:mt-10 sm:p-8 sm:text-lg sm:leading-[1.55] print:hidden"
      />
      <ShelterDetails shelter={shelter} title="Visit us" className="sm:p-8" />
    </>
  );
}
