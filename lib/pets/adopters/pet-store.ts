import "server-only";
import { cache } from "react";
import type { Row, Statement } from "../../database/pg-private";
import { pool } from "../../database/pool";
import { queryPrepared } from "../../database/prepared";
import { INT64_MAX, parseInt64 } from "../../values/schemas";
import { withSeenPartners } from "../care/store";
import { AND_SEEN } from "../care/visibility";
import { PET_COLUMNS, PET_LENGTH, toPet } from "../columns";
import { COMPANIONS } from "../facts";
import { withProfiles } from "../list/statement";
import { ARRIVED_AT, listPets } from "../list/store";
import { profileColumns, toProfile } from "../profile/columns";
import type { Profile } from "../profile/schema";
import type { Pet } from "../schema";
import { type CardPet, toCard, toCardOfKind } from "./card";
import { readNearest } from "./search-store";

export type ShownPet = Pet & { profile: Profile; addedAt: Date };

/**
 * `arrivedAt`: as in lists. `bonded`: those that it stays together with. `isAskedFor`: it is pending because somebody
 * adopts it or has asked to, and not only set aside by the shelter.
 */
export type PetPageData = ShownPet & {
  arrivedAt: Date;
  bonded: { id: string; name: string }[];
  isAskedFor: boolean;
};

const ADDED = "(extract(epoch FROM created_at) * 1000)::bigint AS added";

/** Those with which the animal $1 is bonded: either of two may name the other. */
const BONDED = `(
  SELECT json_agg(json_build_object('id', id::text, 'name', name)) FROM pets WHERE id = ANY (ARRAY(
    SELECT bonded_with FROM pet_profiles WHERE pet_id = $1
    UNION SELECT pet_id FROM pet_profiles WHERE bonded_with = $1))${AND_SEEN.public}) AS bonded`;

/** A question is no wish to adopt: it says nothing about a home (lib/applications/sent-words.ts). */
const IS_ASKED_FOR = `pets.status = 'pending' AND (
  EXISTS (SELECT FROM orders WHERE orders.pet_id = pets.id AND orders.status = 'open')
  OR EXISTS (
    SELECT FROM applications WHERE applications.pet_id = pets.id AND NOT suspicious
      AND applications.status IN ('new', 'talking', 'visit') AND concat(home, other_pets) <> ''
  )) AS is_asked_for`;

const MAX_NEAREST = 4;

// These are for pages, on which everybody sees what is public.

const PAGE: Statement = {
  name: "pets_page",
  text: `SELECT ${PET_COLUMNS}, ${ADDED}, ${ARRIVED_AT}, ${BONDED}, ${IS_ASKED_FOR}, ${profileColumns("pets.id")}
    FROM pets LEFT JOIN pet_profiles ON pet_profiles.pet_id = pets.id WHERE pets.id = $1${AND_SEEN.public}`,
};

const ARRIVALS: Statement = {
  name: "pets_arrivals",
  text: withProfiles(
    `SELECT ${PET_COLUMNS}, ${ADDED} FROM pets
     WHERE (status, id) <= ('available', ${INT64_MAX}) AND status >= 'available'${AND_SEEN.public}
     ORDER BY status DESC, id DESC LIMIT $1`,
    "status DESC, id DESC",
  ),
};

export async function findPetPage(id: bigint): Promise<PetPageData | null> {
  const [row] = await queryPrepared(PAGE, [String(id)]);
  if (!row) return null;
  const [added, arrivedAt, bonded, isAskedFor] = row.slice(PET_LENGTH);
  const times = { addedAt: new Date(Number(added)), arrivedAt: new Date(Number(arrivedAt)) };
  const others = { bonded: JSON.parse(bonded ?? "[]"), isAskedFor: isAskedFor === "t" };
  const pet = { ...toPet(row), profile: toProfile(row, PET_LENGTH + 4), ...others, ...times };
  const [seen = null] = await withSeenPartners([pet], "public");
  return seen;
}

/** Lists the available animals that are nearest to one as cards: by kind, age group, size and companions. */
export async function listNearest(
  { id, categoryId }: Pick<Pet, "id" | "categoryId">,
  { ageGroup, size, goodWith }: Pick<Profile, "ageGroup" | "size" | "goodWith">,
): Promise<CardPet[]> {
  const companions = COMPANIONS.filter((companion) => goodWith[companion]);
  const wishes = { categoryId, ageGroup: ageGroup ?? undefined, size: size ?? undefined, goodWith: companions };
  const pets = await readNearest({ ...wishes, visibility: "public" }, [{ id }], MAX_NEAREST);
  return pets.map((pet) => (pet.categoryId === categoryId ? toCardOfKind : toCard)(pet));
}

export async function listEarliest(limit: number): Promise<CardPet[]> {
  const query = { status: "available", visibility: "public", sort: "oldest", limit, include: ["profile"] } as const;
  return (await listPets(query)).pets.map(toCard);
}

export async function listArrivals(limit: number): Promise<ShownPet[]> {
  const rows: Row[] = await queryPrepared(ARRIVALS, [String(limit)]);
  const arrivals = rows.map((row) => ({
    ...toPet(row),
    profile: toProfile(row, PET_LENGTH + 1),
    addedAt: new Date(Number(row[PET_LENGTH])),
  }));
  return withSeenPartners(arrivals, "public");
}

/** Reads the animal of a URL, once for each request. Returns null if there is none. */
export const findPet = cache(async (petId: string) => {
  const id = parseInt64(petId);
  return id === null ? null : findPetPage(id);
});

/** How many ids a file of the sitemap covers. The format allows 50,000 URLs and 50 MB. */
const IDS_A_FILE = 10_000n;

/** Returns the numbers of the sitemap's files, from 1 on. */
export async function listSitemapFiles(): Promise<string[]> {
  const [last = "0"] = await readIds("SELECT id FROM pets ORDER BY id DESC LIMIT 1", []);
  const count = (BigInt(last) + IDS_A_FILE - 1n) / IDS_A_FILE;
  return Array.from({ length: Number(count) }, (_, index) => String(index + 1));
}

/** Returns the ids of the animals in a file that are waiting for a home, or null if there is no such file. */
export async function findSitemapPets(file: string): Promise<string[] | null> {
  if (!(await listSitemapFiles()).includes(file)) return null;
  const end = BigInt(file) * IDS_A_FILE;
  const text = `SELECT id FROM pets WHERE id > $1 AND id <= $2 AND status <> 'sold'${AND_SEEN.public} ORDER BY id`;
  return readIds(text, [String(end - IDS_A_FILE), String(end)]);
}

async function readIds(text: string, values: string[]): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}
