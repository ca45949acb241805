import "server-only";
import type pg from "pg";
import { monotonic, now } from "../../clock";
import { pool } from "../../database/pool";

/** How long an animal is new, in days. */
const NEW_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;
/** How long the answer is used, in milliseconds. */
const FRESH_MS = 60_000;
/** How many animals are looked at: more at once are not worth pointing out. */
const NEWEST = 200;

/** Ids grow with the time of arrival, so one id tells new animals from others, also from those that arrive later. */
const NEW_SINCE = `
  SELECT coalesce(min(id) FILTER (WHERE created_at > $1), max(id) + 1, 0) AS id
  FROM (SELECT id, created_at FROM pets ORDER BY id DESC LIMIT ${NEWEST}) AS newest`;

type Known = { id: bigint; until: number };
const knownOf = new WeakMap<pg.Pool, Known>();

/** The lowest id of the animals that are new; none has it when none is new. */
export async function findNewSince(): Promise<bigint> {
  const known = knownOf.get(pool());
  if (known && monotonic() < known.until) return known.id;
  const since = new Date(now() - NEW_DAYS * DAY_MS);
  const { rows } = await pool().query<{ id: string }>({ name: "pets_new_since", text: NEW_SINCE, values: [since] });
  const id = BigInt(rows[0]?.id ?? 0);
  knownOf.set(pool(), { id, until: monotonic() + FRESH_MS });
  return id;
}
