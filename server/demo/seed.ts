import type pg from "pg";
import type { Actor } from "@/lib/audit/store";
import { authorText } from "@/lib/author";
import { LOCKS } from "@/lib/database/locks";
import { pool } from "@/lib/database/pool";
import { savePhotoFiles } from "@/lib/pets/photos/file-store";
import { toRow } from "@/lib/pets/profile/columns";
import { APPROVED, seedAdoptions } from "./adoptions";
import { coatNameOf, type DemoAnimal, demoAnimals } from "./animals";
import { drawPhotos } from "./photos";
import { VIEWS } from "./scene";

/**
 * How many animals have photos from the start: the newest available ones. The others get theirs afterwards
 * (remaining-photos.ts).
 */
const PHOTOS = 16;
/** How many photos the newest of them have. The others have one. */
const PHOTOS_OF = [4, 1, 3, 1, 2, 1, 3];

type StoredAnimal = DemoAnimal & { id: bigint };

/**
 * Adds the demo data to a database without animals: animals with profiles and photos, the shelter, applications and
 * adoptions. Returns the number of animals, which is 0 when there are already some.
 */
export async function seedDemo(actor: Actor): Promise<number> {
  const client = await pool().connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.demo]);
    const { rows } = await client.query("SELECT EXISTS (SELECT FROM pets) AS pets");
    if (rows[0].pets) return 0;
    const animals = await insertAnimals(client);
    const adopted = animals.filter(({ status }) => status === "sold").map(({ name }) => name);
    await seedAdoptions(actor, { idOf: (name) => idOf(animals, name), adopted: adopted.reverse() });
    return animals.length;
  } finally {
    // Closing the connection also releases the lock.
    client.release(true);
  }
}

function idOf(animals: readonly StoredAnimal[], name: string): bigint {
  const found = animals.find((animal) => animal.name === name);
  if (!found) throw new Error(`there is no demo animal ${name}`);
  return found.id;
}

/**
 * Inserts the animals with their profiles and photos, in one transaction. Those that will be adopted are available
 * first.
 */
async function insertAnimals(client: pg.PoolClient): Promise<StoredAnimal[]> {
  await client.query("BEGIN");
  // Drawing the photos can be slow on a busy machine, and has its own timeout.
  await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
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

/**
 * Returns how many hours ago an animal arrived, given how many came after it. A few are new, and some have waited for
 * months.
 */
const hoursHere = (later: number) => 5 + 30 * later + later * later;

async function insertProfiles(client: pg.PoolClient, animals: readonly StoredAnimal[]): Promise<void> {
  const profiles = animals.map(({ id, profile }) => ({ pet_id: String(id), ...toRow(profile) }));
  await client.query("INSERT INTO pet_profiles SELECT * FROM json_populate_recordset(NULL::pet_profiles, $1)", [
    JSON.stringify(profiles),
  ]);
}

async function insertPhotos(client: pg.PoolClient, animals: readonly StoredAnimal[]): Promise<void> {
  const chosen = animals.filter(({ status }) => status === "available").slice(-PHOTOS);
  const wanted = chosen.reverse().flatMap(({ id, categoryId, name }, place) =>
    VIEWS.slice(0, PHOTOS_OF[place] ?? 1).map((view, position) => ({
      ...{ id, categoryId, coatName: coatNameOf(name) },
      ...{ view, name, position },
    })),
  );
  const photos = await drawPhotos(wanted);
  for (const [index, { id, name, view, position }] of wanted.entries()) {
    const photo = photos[index];
    if (!photo) continue;
    await client.query(
      "INSERT INTO photos (pet_id, hash, position, alt, width, height) VALUES ($1, $2, $3, $4, $5, $6)",
      [String(id), await savePhotoFiles(photo.files), position, `${name}, ${view.words}`, photo.width, photo.height],
    );
  }
}
