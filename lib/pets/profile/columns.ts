import type { Row } from "../../database/pg-private";
import type { PetProfile } from "../../generated/prisma/client";
import { keysOf } from "../../values/objects";
import { namesOf, reader } from "../columns";
import { photoPath } from "../photos/files";
import type { Photo } from "../photos/schema";
import { ageGroupOf } from "./age";
import { SEXES, SIZES } from "./choices";
import type { NewProfile, Profile } from "./schema";

type StoredPhoto = { id: string; alt: string; width: number; height: number; hash: string };

type Packed = [position: number, id: string, alt: string, width: number, height: number, hash: string];

/** All photos of an animal in one column, so that an animal is one row and everything in it belongs together. */
const photosColumn = (petId: string): string => `(
  SELECT json_agg(json_build_array(position, photos.id::text, alt, width, height, encode(hash, 'hex')))
  FROM photos WHERE photos.pet_id = ${petId} AND removed_at IS NULL) AS photos`;

function readPhotosColumn(json: string | null | undefined): Photo[] {
  if (!json) return [];
  const packed: Packed[] = JSON.parse(json);
  // Sorted here, because the connections for prepared statements have sorting switched off.
  return packed
    .toSorted((one, other) => one[0] - other[0] || Number(one[1]) - Number(other[1]))
    .map(([, id, alt, width, height, hash]) => toPhoto({ id, alt, width, height, hash }));
}

export function toPhoto({ id, alt, width, height, hash }: StoredPhoto): Photo {
  const urls = {
    96: photoPath({ hash, file: "96.webp" }),
    320: photoPath({ hash, file: "320.webp" }),
    640: photoPath({ hash, file: "640.webp" }),
    1280: photoPath({ hash, file: "1280.webp" }),
    card: photoPath({ hash, file: "card.jpg" }),
  };
  return { id: BigInt(id), alt, width, height, urls };
}

type StoredProfile = Omit<PetProfile, "petId">;

const asText = (text: string | null) => text;
const asFlag = (text: string | null) => (text === null ? null : text === "t");

const COLUMNS = {
  story: { name: "story", read: asText },
  breed: { name: "breed", read: asText },
  sex: { name: "sex", read: asText },
  bornOn: { name: "born_on", read: asText },
  size: { name: "size", read: asText },
  goodWithChildren: { name: "good_with_children", read: asFlag },
  goodWithDogs: { name: "good_with_dogs", read: asFlag },
  goodWithCats: { name: "good_with_cats", read: asFlag },
} satisfies Record<keyof StoredProfile, { name: string; read(text: string | null): unknown }>;

const LENGTH = Object.keys(COLUMNS).length;
/** The columns of `toRow`. */
export const STORED_NAMES = Object.values(COLUMNS).map(({ name }) => name);
const readStored: (row: Row) => StoredProfile = reader(COLUMNS);

/** `petId` is the column with the id of the animal. */
export const profileColumns = (petId: string): string => `${namesOf(COLUMNS)}, ${photosColumn(petId)}`;

/** Reads `profileColumns` from a row, from the index `start` on. Without a profile, all facts are null. */
export function toProfile(row: Row, start: number): Profile {
  const profile = fromStored(readStored(row.slice(start)));
  const { bornOn } = profile;
  return {
    ...profile,
    ageGroup: bornOn === null ? null : ageGroupOf(bornOn),
    photos: readPhotosColumn(row[start + LENGTH]),
  };
}

export function toStored({ goodWith, ...facts }: NewProfile): StoredProfile {
  const { children, dogs, cats } = goodWith;
  return { ...facts, goodWithChildren: children, goodWithDogs: dogs, goodWithCats: cats };
}

export function fromStored(stored: StoredProfile): NewProfile {
  const { goodWithChildren: children, goodWithDogs: dogs, goodWithCats: cats, ...facts } = stored;
  const [sex, size] = [
    SEXES.find((known) => known === facts.sex) ?? null,
    SIZES.find((known) => known === facts.size) ?? null,
  ];
  return { ...facts, sex, size, goodWith: { children, dogs, cats } };
}

export function toRow(profile: NewProfile): Record<string, string | boolean | null> {
  const stored = toStored(profile);
  return Object.fromEntries(keysOf(COLUMNS).map((member) => [COLUMNS[member].name, stored[member]]));
}
