import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AroundPet } from "@/components/pets/adopters/animal/around-pet";
import { KennelCard } from "@/components/pets/adopters/animal/kennel-card";
import { AskBar, PetPage } from "@/components/pets/adopters/animal/pet-page";
import { OtherPets } from "@/components/pets/adopters/pet-card";
import { siteOrigin } from "@/lib/http/site";
import type { CardPet } from "@/lib/pets/adopters/card";
import { amountWords, feeOf } from "@/lib/pets/adopters/kind-notes";
import { findPet, listNearest, type PetPageData } from "@/lib/pets/adopters/pet-store";
import { descriptionOf, titleOf } from "@/lib/pets/adopters/pet-words";
import { categoryName, categoryPicture, findKind } from "@/lib/pets/kinds";
import { readNewSince } from "@/lib/pets/list/arrival-store";
import { photoAlt } from "@/lib/pets/photos/files";
import { readShelter } from "@/lib/shelter/store";
import { isolate } from "@/lib/values/words";

type Props = { params: Promise<{ petId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const pet = await findPet((await params).petId);
  if (!pet) return { title: "Animal not found", robots: { index: false } };
  const [origin, shelter] = await Promise.all([siteOrigin(), readShelter()]);
  const title = titleOf(pet);
  const description = descriptionOf(pet);
  const url = `/animals/${pet.id}`;
  const images = [cardOf(pet)];
  return {
    metadataBase: new URL(origin),
    title,
    description,
    alternates: { canonical: url, types: { "application/atom+xml": "/feed.atom" } },
    openGraph: { type: "website", title, description, siteName: isolate(shelter.name), url, images },
    twitter: { card: "summary_large_image", title, description, images },
  };
}

/** The preview picture: the first photo, or else the drawing of the kind. */
function cardOf({ name, categoryId, profile }: PetPageData) {
  const [cover] = profile.photos;
  const size = { width: 1200, height: 630 };
  if (cover) return { url: cover.urls.card, type: "image/jpeg", ...size, alt: photoAlt(cover, name, 0, 1) };
  const kind = { url: `/cards/${categoryPicture(categoryId)}.png`, type: "image/png" };
  return { ...kind, ...size, alt: `A drawing: ${categoryName(categoryId)}` };
}

function similarTo({ categoryId }: PetPageData, others: readonly CardPet[]) {
  const kind = findKind(categoryId);
  return kind && others.some((other) => other.categoryId === categoryId)
    ? { href: `/?kind=${kind.slug}`, words: `See available ${kind.plural}` }
    : { href: "/", words: "See available animals" };
}

/** Printed, it is a card for the kennel. */
export default async function AnimalPage({ params }: Props) {
  const pet = await findPet((await params).petId);
  if (!pet) notFound();
  const [others, newSince, shelter, origin] = await Promise.all([
    listNearest(pet, pet.profile),
    readNewSince().catch(() => null),
    readShelter(),
    siteOrigin(),
  ]);
  const url = `${origin}/animals/${pet.id}`;
  return (
    <>
      <AroundPet key={url} petId={String(pet.id)} />
      <PetPage
        pet={pet}
        url={url}
        email={shelter.email}
        fee={
          pet.profile.adoptionFee === null
            ? feeOf(shelter.adoptionNotes ?? "", pet.categoryId)
            : amountWords(pet.profile.adoptionFee, shelter.currency)
        }
        similar={similarTo(pet, others)}
      />
      <OtherPets pets={others} shown={[pet]} newSince={newSince} className="mt-5 print:hidden" />
      <AskBar pet={pet} />
      <KennelCard pet={pet} url={url} shelter={shelter} />
    </>
  );
}
