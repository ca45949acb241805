import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { Actor } from "@/lib/audit/store";
import { withConnection } from "@/lib/database/database-client";
import { LOCKS } from "@/lib/database/locks";
import { connectionConfig } from "@/lib/database/pool";
import { authorText } from "@/lib/domain";
import { savePhotoFiles } from "@/lib/pets/photos/file-store";
import { PHOTO_FILES, type PhotoFile } from "@/lib/pets/photos/files";
import { toRow } from "@/lib/pets/profile/columns";
import { NewProfile, NO_PROFILE } from "@/lib/pets/profile/schema";
import type { PetStatus } from "@/lib/pets/status";
import { now } from "@/lib/process/clock";
import { keysOf, recordOf } from "@/lib/values/objects";
import { APPROVED, seedAdoptions } from "./adoptions";
import ANIMALS from "./animals.json";

/** With the status that it ends up with. */
type DemoAnimal = { name: string; categoryId: bigint; status: PetStatus; profile: NewProfile };

const AVAILABLE_SHARE_PERCENT = 70;
const PENDING_SHARE_PERCENT = 10;

/** Always in the same mixed order. */
export function demoAnimals(): DemoAnimal[] {
  return (
    [...ANIMALS]
      // The second letter mixes the kinds without randomness.
      .sort((a, b) => (a.name.slice(1) < b.name.slice(1) ? -1 : 1))
      .map(({ name, categoryId, ageMonths, ...profile }, index) => ({
        name,
        categoryId: BigInt(categoryId),
        status: statusOf(index),
        profile: NewProfile.parse({ ...NO_PROFILE, ...profile, bornOn: ageMonths === null ? null : bornOn(ageMonths) }),
      }))
  );
}

/** For animals older than three years, only the year is known. */
function bornOn(ageMonths: number): string {
  const today = new Date(now());
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ageMonths, 1)).toISOString();
  return month.slice(0, ageMonths > 36 ? 4 : 7);
}

function statusOf(index: number): PetStatus {
  const percent = (index * 37) % 100;
  if (percent < AVAILABLE_SHARE_PERCENT) return "available";
  return percent < AVAILABLE_SHARE_PERCENT + PENDING_SHARE_PERCENT ? "pending" : "sold";
}

/** Already in the sizes that the service makes, because that takes seconds: `bella-1-320.webp`. */
const PHOTOS = "server/demo/photos";
/** What the photos show, starting with the cover. */
const VIEWS = [
  { words: "drawn in a landscape", width: 960, height: 720 },
  { words: "close up", width: 720, height: 960 },
  { words: "far away on a meadow", width: 1120, height: 560 },
  { words: "on another day", width: 840, height: 840 },
];

type StoredAnimal = DemoAnimal & { id: bigint };

/** For a database without animals. Returns the number of animals, 0 when there are already some. */
export function seedDemo(actor: Actor): Promise<number> {
  // The end of the connection also releases the lock.
  return withConnection(connectionConfig(), async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.demo]);
    const { rows } = await client.query("SELECT EXISTS (SELECT FROM pets) AS pets");
    if (rows[0].pets) return 0;
    const animals = await insertAnimals(client);
    const adopted = animals.filter(({ status }) => status === "sold").map(({ name }) => name);
    await seedAdoptions(actor, { idOf: (name) => idOf(animals, name), adopted: adopted.reverse() });
    return animals.length;
  });
}

function idOf(animals: readonly StoredAnimal[], name: string): bigint {
  const found = animals.find((animal) => animal.name === name);
  if (!found) throw new Error(`there is no demo animal ${name}`);
  return found.id;
}

/** In one transaction. Those that will be adopted are available first. */
async function insertAnimals(client: pg.Client): Promise<StoredAnimal[]> {
  await client.query("BEGIN");
  const demo = demoAnimals();
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO pets (name, category_id, status, created_by, created_at)
     SELECT name, category_id, status, $4, now() - hours * interval '1 hour'
       FROM unnest($1::text[], $2::bigint[], $3::"PetStatus"[], $5::int[])
       WITH ORDINALITY AS t(name, category_id, status, hours, place) ORDER BY place RETURNING id`,
    [
      demo.map(({ name }) => name),
      demo.map(({ categoryId }) => String(categoryId)),
      demo.map(({ name, status }) => (status === "sold" || APPROVED.has(name) ? "available" : status)),
      authorText({ kind: "service" }),
      demo.map((_, index) => hoursHere(demo.length - index - 1)),
    ],
  );
  const animals = demo.map((animal, index) => ({ ...animal, id: BigInt(rows[index]?.id ?? 0) }));
  await insertProfiles(client, animals);
  await insertPhotos(client, animals);
  await client.query("COMMIT");
  return animals;
}

/** A few are new, and some have waited for months. */
const hoursHere = (later: number) => 5 + 30 * later + later * later;

async function insertProfiles(client: pg.Client, animals: readonly StoredAnimal[]): Promise<void> {
  const profiles = animals.map(({ id, profile }) => ({ pet_id: String(id), ...toRow(profile) }));
  const columns = Object.keys(profiles[0] ?? {}).join();
  await client.query(
    `INSERT INTO pet_profiles (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::pet_profiles, $1)`,
    [JSON.stringify(profiles)],
  );
}

async function insertPhotos(client: pg.Client, animals: readonly StoredAnimal[]): Promise<void> {
  const names = new Set(readdirSync(PHOTOS));
  for (const { id, name } of animals) {
    for (const [position, { words, width, height }] of VIEWS.entries()) {
      const nameOf = (file: PhotoFile) => `${name.toLowerCase()}-${position + 1}-${file}`;
      if (!names.has(nameOf("card.jpg"))) break;
      const read = (file: PhotoFile) => readFileSync(join(PHOTOS, nameOf(file)));
      const hash = await savePhotoFiles(recordOf(keysOf(PHOTO_FILES), read));
      await client.query(
        "INSERT INTO photos (pet_id, hash, position, alt, width, height) VALUES ($1, $2, $3, $4, $5, $6)",
        [String(id), hash, position, `${name}, ${words}`, width, height],
      );
    }
  }
}
