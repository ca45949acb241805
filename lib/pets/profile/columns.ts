import type { Row } from "../../database/pg-private";
import { mapValues } from "../../values/objects";
import { namesOf, reader } from "../columns";
import { FACT_KEYS, FACTS, type Fact, type Facts, toFacts } from "../facts";
import { photoPath } from "../photos/files";
import type { Photo } from "../photos/schema";
import { ageGroupOf } from "./age";
import { fromFacts, type NewProfile, type Profile, plainAmount } from "./schema";

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

function toValue(fact: Fact, text: string): unknown {
  switch (fact.type) {
    case "choice":
      return Object.hasOwn(fact.choices, text) ? text : null;
    case "flag":
      // PostgreSQL writes "t", or "true" if it is cast to a text.
      return text.startsWith("t");
    case "money":
      return plainAmount(text);
    case "pet":
      return BigInt(text);
    default:
      return text;
  }
}

const COLUMNS = mapValues(FACTS, (fact) => ({
  name: fact.column,
  read: (text: string | null) => (text === null ? null : toValue(fact, text)),
}));

const LENGTH = FACT_KEYS.length;
/** The columns of `toRow`. */
export const STORED_NAMES = FACT_KEYS.map((key) => FACTS[key].column);
/** From the texts of these columns. */
export const readFacts = reader(COLUMNS) as (row: Row) => Facts; // each column has a value of its fact

/** `petId` is the column with the id of the animal. */
export const profileColumns = (petId: string): string => `${namesOf(COLUMNS)}, ${photosColumn(petId)}`;

/** Reads `profileColumns` from a row, from the index `start` on. Without a profile, all facts are null. */
export function toProfile(row: Row, start: number): Profile {
  const facts = readFacts(row.slice(start));
  const { bornOn } = facts;
  return {
    ...fromFacts(facts),
    ageGroup: bornOn === null ? null : ageGroupOf(bornOn),
    photos: readPhotosColumn(row[start + LENGTH]),
  };
}

export function toRow(profile: NewProfile): Record<string, string | boolean | bigint | null> {
  const facts = toFacts(profile);
  return Object.fromEntries(FACT_KEYS.map((key) => [FACTS[key].column, facts[key]]));
}
