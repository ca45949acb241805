import "server-only";
import { Recent } from "../../concurrency/caches";
import { pool } from "../../database/pool";
import { now } from "../../process/clock";
import { singleton } from "../../process/singleton";
import { DAY_MS, MINUTE_MS } from "../../values/time";

const NEW_DAYS = 7;
const FRESH_MS = MINUTE_MS;

/**
 * For each time, the lowest id of the animals that arrived then or later, or the id after the last one. Ids grow with
 * time, so a bisection of the primary key finds it without an index of times.
 */
export const FIRST_SINCE = `
  SELECT (
    WITH RECURSIVE bisection AS (
      SELECT coalesce(min(id), 0) AS low, coalesce(max(id) + 1, 0) AS high FROM pets
      UNION ALL
      SELECT CASE WHEN created_at < since THEN id + 1 ELSE low END, CASE WHEN created_at < since THEN high ELSE middle END
      FROM bisection, LATERAL (SELECT low + (high - low) / 2 AS middle) AS halves,
        LATERAL (SELECT id, created_at FROM pets WHERE id >= middle ORDER BY id LIMIT 1) AS found
      WHERE low < high
    )
    SELECT max(low) FROM bisection
  ) AS id
  FROM unnest($1::timestamptz[]) WITH ORDINALITY AS times (since, place) ORDER BY place`;

export async function firstIdsSince(times: readonly Date[]): Promise<bigint[]> {
  const { rows } = await pool().query<{ id: string }>({ name: "pets_first_since", text: FIRST_SINCE, values: [times] });
  return rows.map(({ id }) => BigInt(id));
}

/** Reads the first id of the new animals. An animal is new if it has this id or a higher one. */
export function readNewSince(): Promise<bigint> {
  return singleton("cached new-since", () => new Recent(readFirstNew, FRESH_MS, () => 0)).get();
}

async function readFirstNew(): Promise<bigint> {
  const [id = 0n] = await firstIdsSince([new Date(now() - NEW_DAYS * DAY_MS)]);
  return id;
}
