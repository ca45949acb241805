import { pool } from "@/lib/database/pool";
import { log } from "@/lib/process/log";
import ANIMALS from "./demo/animals.json";

const AVAILABLE_SHARE_PERCENT = 70;
const PENDING_SHARE_PERCENT = 12;
/** At once. */
export const MAX_RANDOM_PETS = 100_000_000;
const BATCH = 50_000;

/** In batches, each in its own transaction. */
export async function seedRandom(count: number): Promise<void> {
  const names = ANIMALS.map(({ name }) => name);
  for (let added = 0; added < count; ) {
    const batch = Math.min(BATCH, count - added);
    await pool().query(
      `INSERT INTO pets (name, category_id, status)
       SELECT ($2::text[])[1 + floor(random() * cardinality($2::text[]))::int],
              1 + floor(random() * 8)::bigint,
              CASE WHEN share < $3 THEN 'available' WHEN share < $4 THEN 'pending' ELSE 'sold' END::"PetStatus"
       FROM (SELECT random() * 100 AS share FROM generate_series(1, $1::int)) AS random_animals`,
      [batch, names, AVAILABLE_SHARE_PERCENT, AVAILABLE_SHARE_PERCENT + PENDING_SHARE_PERCENT],
    );
    added += batch;
    if (added === count || added % (BATCH * 4) === 0) log("info", "animals added", { done: added, of: count });
  }
}
