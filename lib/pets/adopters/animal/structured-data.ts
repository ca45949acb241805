import { addressLines } from "../../../shelter/reach";
import type { Shelter } from "../../../shelter/schema";
import type { PetPageData } from "./pet-store";

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
