import { pool } from "@/lib/database/pool";
import { log } from "@/lib/log";

const AVAILABLE_SHARE_PERCENT = 70;
const PENDING_SHARE_PERCENT = 12;
/** Maximum number of animals one call may add. */
export const MAX_RANDOM_PETS = 100_000_000;
const BATCH = 50_000;

/** Names by category number (see lib/pets/categories.ts): 60 animals. */
const DEMO: Readonly<Record<number, readonly string[]>> = {
  1: "Bella,Max,Luna,Charlie,Daisy,Rocky,Molly,Buddy,Sadie,Toby,Ruby,Oscar,Maggie,Finn,Nala".split(","),
  2: "Milo,Cleo,Simba,Willow,Shadow,Pepper,Smokey,Lily,Oliver,Misty,Jasper,Poppy,Felix,Hazel".split(","),
  3: "Thumper,Clover,Hazelnut,Snowball,Juniper,Biscotti,Peter".split(","),
  4: "Peanut,Ginger,Waffles,Nibbles,Pumpkin,Cocoa".split(","),
  5: "Hammy,Pip,Sunflower,Teddy,Marble".split(","),
  6: "Kiwi,Rio,Sky,Mango,Paulie".split(","),
  7: "Sheldon,Flash,Olive,Pebbles".split(","),
  8: "Starlight,Copper,Duchess,Bramble".split(","),
};

/** Adds the demo animals in one statement, always in the same mixed order. Returns how many. */
export async function seedDemo(): Promise<number> {
  const animals = Object.entries(DEMO)
    .flatMap(([category, names]) => names.map((name) => ({ name, category })))
    // Ordering by the second letter onwards mixes the categories without randomness.
    .sort((a, b) => (a.name.slice(1) < b.name.slice(1) ? -1 : 1));
  const statuses = animals.map((_, index) => demoStatus(index));
  await pool().query(
    `INSERT INTO pets (name, category_id, status)
     SELECT name, category_id, status FROM unnest($1::text[], $2::bigint[], $3::"PetStatus"[])
       WITH ORDINALITY AS t(name, category_id, status, place) ORDER BY place`,
    [animals.map(({ name }) => name), animals.map(({ category }) => category), statuses],
  );
  return animals.length;
}

function demoStatus(index: number): string {
  const percent = (index * 37) % 100;
  if (percent < AVAILABLE_SHARE_PERCENT) return "available";
  return percent < AVAILABLE_SHARE_PERCENT + PENDING_SHARE_PERCENT ? "pending" : "sold";
}

/** Adds random animals in batches, each in its own transaction, and logs the progress. */
export async function seedRandom(count: number): Promise<void> {
  const names = Object.values(DEMO).flat();
  for (let done = 0; done < count; ) {
    const batch = Math.min(BATCH, count - done);
    await pool().query(
      `INSERT INTO pets (name, category_id, status)
       SELECT ($2::text[])[1 + floor(random() * cardinality($2::text[]))::int],
              1 + floor(random() * 8)::bigint,
              CASE WHEN share < $3 THEN 'available' WHEN share < $4 THEN 'pending' ELSE 'sold' END::"PetStatus"
       FROM (SELECT random() * 100 AS share FROM generate_series(1, $1::int)) AS random_animals`,
      [batch, names, AVAILABLE_SHARE_PERCENT, AVAILABLE_SHARE_PERCENT + PENDING_SHARE_PERCENT],
    );
    done += batch;
    if (done === count || done % (BATCH * 4) === 0) log("info", "animals added", { done, of: count });
  }
}
