import { ApplicationStatusBadge } from "@/components/applications/application-status-badge";
import { StatusSteps } from "@/components/applications/private/status-steps";
import { Gallery } from "@/components/pets/adopters/animal/gallery";
import { FavouriteButton } from "@/components/pets/adopters/favourite-button";
import { KindTiles } from "@/components/pets/adopters/find/kind-tiles";
import { GoodWith } from "@/components/pets/adopters/good-with";
import { Heart } from "@/components/pets/adopters/heart";
import { PetCard } from "@/components/pets/adopters/pet-card";
import { PetStatusBadge } from "@/components/pets/pet-status-badge";
import { cardGrid } from "@/components/ui/loading/loading";
import { actions } from "@/components/ui/style/panel";
import { APPLICATION_STATUSES } from "@/lib/applications/status";
import type { CardPet } from "@/lib/pets/adopters/cards/card";
import type { Photo } from "@/lib/pets/photos/schema";
import { PET_STATUSES } from "@/lib/pets/status";
import { Part } from "./part";

/** A photo in all sizes, taken from a card for link previews. It is cropped at the sides, or shown whole. */
const photo = (id: bigint, kind: string, width: number, height: number): Photo => {
  const url = `/cards/${kind}.png`;
  return { id, alt: `A ${kind}`, width, height, urls: { 320: url, 640: url, 1280: url, card: url } };
};
const PHOTOS = [photo(1n, "dog", 800, 600), photo(2n, "cat", 1200, 630), photo(3n, "rabbit", 600, 900)];
const OLIVE: CardPet = {
  id: 12n,
  name: "Olive",
  categoryId: 2n,
  status: "available",
  summary: "Cat · Small\nAdult · Female",
  companions: [
    ["yes", "Good with ", "children"],
    ["no", ", not with ", "dogs"],
    ["unknown", ", not known: ", "cats"],
  ],
};
const LONG = "Bartholomew-Maximilian the Third of Upper Something and Elsewhere";
const GOOD_WITH = { children: true, dogs: false, cats: null };
const COUNTS = {
  total: 1_000,
  more: true,
  categories: [
    { categoryId: 1n, count: 1_000, more: true },
    { categoryId: 2n, count: 7, more: false },
  ],
};
const EMPTY = { total: 0, more: false, categories: [] };
const KINDS = { filters: { status: "available", kind: "cat" }, linkTo: () => ({ href: "/styleguide" }) } as const;
const STEPS = (["new", "talking", "visit"] as const).map((status, day) => ({
  status,
  at: new Date(Date.UTC(2026, 10, 20 + day)),
}));
const ENDED = ["completed", "returned"] as const;

/** What visitors see of the animals, and of their applications. */
export function Adopters() {
  return (
    <Part title="Pages of visitors">
      <KindTiles {...KINDS} counts={{ available: COUNTS, pending: EMPTY, sold: EMPTY }} page={null} isCompact={false} />
      <KindTiles {...KINDS} counts={null} page={null} isCompact />
      <Cards />
      <p className={actions}>
        <FavouriteButton petId={12n} name="Olive" words="Favourite" />
        <Heart isFull={false} />
        <Heart isFull />
      </p>
      <Gallery photos={PHOTOS} name="Olive" />
      <Gallery photos={PHOTOS.slice(0, 1)} name="Olive" />
      <GoodWith goodWith={GOOD_WITH} />
      <Statuses />
    </Part>
  );
}

function Cards() {
  const [cover] = PHOTOS;
  return (
    <ul className={cardGrid}>
      <PetCard pet={OLIVE} newSince={OLIVE.id} />
      <PetCard pet={{ ...OLIVE, id: 13n, name: LONG, ...(cover && { photo: cover }) }} newSince={null} />
      <PetCard pet={{ ...OLIVE, id: 14n, status: "pending" }} newSince={null} />
      <PetCard pet={{ ...OLIVE, id: 15n, status: "sold", summary: "Cat", companions: [] }} newSince={null} />
    </ul>
  );
}

function Statuses() {
  return (
    <>
      <p className={actions}>
        {PET_STATUSES.map((status) => (
          <PetStatusBadge key={status} status={status} />
        ))}
      </p>
      <p className={actions}>
        {APPLICATION_STATUSES.map((status) => (
          <ApplicationStatusBadge key={status} application={{ status, order: null, folder: "inbox" }} />
        ))}
        {ENDED.map((status) => (
          <ApplicationStatusBadge
            key={status}
            application={{ status: "approved", order: { status, shipDate: null }, folder: "inbox" }}
          />
        ))}
      </p>
      <StatusSteps steps={STEPS.slice(0, 1)} isQuestion />
      <StatusSteps steps={STEPS} isQuestion={false} />
    </>
  );
}
