import type { Shelter } from "../../shelter/schema";
import { addressLines } from "../../shelter/words";
import { beginningOf, isolate, nameInSentence } from "../../values/words";
import { categoryName } from "../kinds";
import { DEFAULT_STATUS, type PetStatus } from "../status";
import type { PetPageData } from "./pet-store";

const STATUS_TEXTS: Readonly<Record<PetStatus, (name: string) => string>> = {
  available: (name) => `${name} is waiting for a home and would love to meet you. Come and visit us at the shelter.`,
  pending: (name) =>
    `Somebody has asked to adopt ${name}, so nobody else can apply just now. If it does not work out, ${name} will be available again.`,
  sold: (name) => `Good news: ${name} has found a home. Others are still waiting for theirs.`,
};

const EXCERPT_LENGTH = 200;

const TITLE_LENGTH = 60;

type DescribedPet = { name: string; status?: PetStatus | undefined; profile: { story: string | null } };

/** The name is isolated, so it cannot reorder the text. */
export const statusText = ({ name, status }: Omit<DescribedPet, "profile">) =>
  STATUS_TEXTS[status ?? DEFAULT_STATUS](isolate(nameInSentence(name)));

export const titleOf = ({ name, categoryId }: { name: string; categoryId: bigint }) =>
  `${isolate(beginningOf(name, TITLE_LENGTH))}, ${categoryName(categoryId).toLowerCase()}`;

/** Returns the description for previews and search engines: the beginning of the story, or what the status means. */
export function descriptionOf(pet: DescribedPet): string {
  const { story } = pet.profile;
  const isAvailable = (pet.status ?? DEFAULT_STATUS) === DEFAULT_STATUS;
  return story && isAvailable
    ? `${isolate(nameInSentence(pet.name))} is waiting for a home. ${isolate(beginningOf(story, EXCERPT_LENGTH))}`
    : statusText(pet);
}

type DescribedPage = { pet: PetPageData; shelter: Shelter; origin: string; title: string; description: string };

/** Returns the data that search engines read from the page of an animal (schema.org), as the text of a `<script>`. */
export function structuredData({ pet, shelter, origin, title, description }: DescribedPage): string {
  const url = `${origin}/animals/${pet.id}`;
  const images = pet.profile.photos.map(({ alt, urls, width, height }) => ({
    "@type": "ImageObject",
    contentUrl: origin + urls[1280],
    thumbnailUrl: origin + urls[320],
    width,
    height,
    ...(alt && { caption: alt }),
  }));
  const page = {
    "@context": "https://schema.org",
    "@type": "WebPage",
    url,
    name: title,
    description,
    datePublished: pet.addedAt.toISOString(),
    ...(images.length > 0 && { primaryImageOfPage: images[0], image: images }),
    publisher: shelterData(shelter, origin),
  };
  // In HTML, `<` could end the script or open a comment. In JSON, the escape means the same.
  return JSON.stringify(page).replaceAll("<", "\\u003c");
}

function shelterData(shelter: Shelter, origin: string) {
  const { name, telephone, email, street, postalCode, city, country } = shelter;
  const address = {
    "@type": "PostalAddress",
    ...(street && { streetAddress: street }),
    ...(postalCode && { postalCode }),
    ...(city && { addressLocality: city }),
    ...(country && { addressCountry: country }),
  };
  return {
    "@type": "AnimalShelter",
    name,
    url: `${origin}/`,
    ...(telephone && { telephone }),
    ...(email && { email }),
    ...(addressLines(shelter).length > 0 && { address }),
  };
}
