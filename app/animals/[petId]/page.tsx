import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { PetCard } from "@/components/pets/pet-card";
import { PetProfile } from "@/components/pets/pet-profile";
import { ShelterDetails } from "@/components/shelter/shelter-details";
import { cardGrid } from "@/components/ui/loading";
import { isolate } from "@/lib/bidi";
import { siteOrigin } from "@/lib/http/site";
import { parseInt64 } from "@/lib/int64";
import { categoryName, categoryPicture, categoryPlural } from "@/lib/pets/categories";
import { storyOf } from "@/lib/pets/pages/stories";
import { getPet, listAvailable } from "@/lib/pets/store";
import { readShelter } from "@/lib/shelter/store";

type Props = { params: Promise<{ petId: string }> };

/** How many other animals are shown. */
const OTHERS = 4;

const readPet = cache(async (text: string) => {
  const id = parseInt64(text);
  return id === null ? null : getPet(id);
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const pet = await readPet((await params).petId);
  if (!pet) return { title: "Page not found", robots: { index: false } };
  const kind = categoryName(pet.categoryId);
  const title = `${isolate(pet.name)}, ${kind.toLowerCase()}`;
  const description = storyOf(pet);
  const image = {
    url: `/cards/${categoryPicture(pet.categoryId)}.png`,
    width: 1200,
    height: 630,
    alt: `A drawing: ${kind}`,
  };
  return {
    metadataBase: new URL(await siteOrigin()),
    title,
    description,
    alternates: { canonical: `/animals/${pet.id}` },
    openGraph: {
      type: "profile",
      title,
      description,
      siteName: "Pawhaven",
      url: `/animals/${pet.id}`,
      images: [image],
    },
    twitter: { card: "summary_large_image", title, description, images: [image] },
  };
}

/** The page of one animal; printed, it is a card for the kennel. */
export default async function AnimalPage({ params }: Props) {
  const pet = await readPet((await params).petId);
  if (!pet) notFound();
  const [others, shelter] = await Promise.all([listAvailable(pet.categoryId, pet.id, OTHERS), readShelter()]);
  return (
    <>
      <PetProfile pet={pet} url={`${await siteOrigin()}/animals/${pet.id}`} />
      {others.length > 0 && (
        <section data-part="others" className="grid gap-4 print:hidden" aria-labelledby="others-heading">
          <h2 id="others-heading">Other {categoryPlural(pet.categoryId)} waiting for a home</h2>
          <ul className={cardGrid}>
            {others.map((other) => (
              <PetCard key={other.id.toString()} pet={other} />
            ))}
          </ul>
        </section>
      )}
      <ShelterDetails shelter={shelter} title="Visit us" />
    </>
  );
}
