import "server-only";
import { pool } from "../database/pool";
import { firstIdsSince } from "../pets/list/arrival-store";
import { boundedCount } from "../values/counts";
import { DAY_MS } from "../values/time";
import { type Count, MAX_COUNT, type Overview } from "./schema";
import { weekStarts } from "./weeks";

type Period = { from: Date; to: Date };
const bounds = (periods: readonly Period[]) => [periods.map(({ from }) => from), periods.map(({ to }) => to)];

/** Counts the arrivals between ids. */
export const ARRIVALS = `
  SELECT counted.count FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS period (begins, ends, place),
    LATERAL (SELECT count(*)::int AS count FROM (
      SELECT FROM pets WHERE id >= begins AND id < ends ORDER BY id LIMIT $3
    ) AS walked) AS counted
  ORDER BY place`;

/** Counts the animals that were adopted in a period and still are, leaving out mistakes and animals that came back. */
export const ADOPTIONS = `
  SELECT counted.count, counted.walked FROM
    unnest($1::timestamptz[], $2::timestamptz[]) WITH ORDINALITY AS period (begins, ends, place),
    LATERAL (
      SELECT count(DISTINCT pets.id)::int AS count, count(*)::int AS walked FROM (
        SELECT pet_id FROM pet_changes
        WHERE coalesce(took_place_at, at) >= begins AND coalesce(took_place_at, at) < ends
          AND changes #>> '{status,to}' = 'sold' ORDER BY coalesce(took_place_at, at) LIMIT $3
      ) AS adopted LEFT JOIN pets ON pets.id = adopted.pet_id AND pets.status = 'sold'
    ) AS counted
  ORDER BY place`;

/** Reads how many animals arrived and were adopted in each week. */
export async function readWeeks(at: Date): Promise<Overview["weeks"]> {
  const starts = weekStarts(at);
  const periods = starts.map((from) => ({ from, to: new Date(from.getTime() + 7 * DAY_MS) }));
  const ids = await firstIdsSince([...starts, new Date(at.getTime() + DAY_MS)]);
  const { rows } = await pool().query<{ count: number }>({
    name: "overview_arrivals",
    text: ARRIVALS,
    values: [ids.slice(0, -1), ids.slice(1), MAX_COUNT + 1],
  });
  const adoptions = await countAdoptions(periods);
  return starts.map((from, index) => ({
    from: from.toISOString().slice(0, 10),
    arrivals: boundedCount(rows[index]?.count ?? 0, MAX_COUNT),
    adoptions: adoptions[index] ?? boundedCount(0, MAX_COUNT),
  }));
}

/** Counts the adoptions of each period. */
export async function countAdoptions(periods: readonly Period[]): Promise<Count[]> {
  const { rows } = await pool().query<{ count: number; walked: number }>({
    name: "overview_adoptions",
    text: ADOPTIONS,
    values: [...bounds(periods), MAX_COUNT + 1],
  });
  return rows.map(({ count, walked }) => boundedCount(count, MAX_COUNT, walked > MAX_COUNT));
}
