import { photoPath } from "./files";
import type { Photo } from "./schema";

/** A photo as it is stored. `hash` is in hexadecimal digits. */
type StoredPhoto = { id: string; alt: string; width: number; height: number; hash: string };

/** What `photosColumn` holds for each photo. */
type Packed = [position: number, id: string, alt: string, width: number, height: number, hash: string];

/**
 * Returns the column with all photos of an animal, as JSON, for `readPhotosColumn`. `petId` is the column with the id
 * of the animal. It is one column, so that an animal is one row and everything in it belongs together.
 */
export const photosColumn = (petId: string): string => `(
  SELECT json_agg(json_build_array(position, photos.id::text, alt, width, height, encode(hash, 'hex')))
  FROM photos WHERE photos.pet_id = ${petId} AND removed_at IS NULL) AS photos`;

/** Reads what `photosColumn` selected: the photos in their order. */
export function readPhotosColumn(json: string | null | undefined): Photo[] {
  if (!json) return [];
  const packed: Packed[] = JSON.parse(json);
  // Sorted here, because the connections for prepared statements have sorting switched off.
  return packed
    .toSorted((one, other) => one[0] - other[0] || Number(one[1]) - Number(other[1]))
    .map(([, id, alt, width, height, hash]) => toPhoto({ id, alt, width, height, hash }));
}

/** Returns a photo with the paths of its pictures. */
export function toPhoto({ id, alt, width, height, hash }: StoredPhoto): Photo {
  const urls = {
    320: photoPath({ hash, file: "320.webp" }),
    640: photoPath({ hash, file: "640.webp" }),
    1280: photoPath({ hash, file: "1280.webp" }),
    card: photoPath({ hash, file: "card.jpg" }),
  };
  return { id: BigInt(id), alt, width, height, urls };
}
