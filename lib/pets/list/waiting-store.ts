import "server-only";
import { pool } from "../../database/pool";

/**
 * Since when an animal has been waiting for a home, in milliseconds: when its adopters last returned it, or else when
 * it was added. Only a return counts: a status that is changed by hand may be a slip, so it says nothing about this.
 */
export const WAITS_SINCE = `(extract(epoch FROM coalesce(
    (SELECT max(changed_at) FROM orders WHERE pet_id = pets.id AND status = 'returned'),
    created_at)) * 1000)::bigint AS waits_since`;

const TEXT = `SELECT id, ${WAITS_SINCE} FROM pets WHERE id = ANY ($1::bigint[])`;

/** Reads since when several animals have been waiting, by their ids. Uses the ordinary pool, because it may be slow. */
export async function readWaitingSince(ids: readonly bigint[]): Promise<Map<bigint, Date>> {
  type Found = { id: string; waits_since: string };
  const { rows } = await pool().query<Found>({ name: "pets_waits_since", text: TEXT, values: [ids.map(String)] });
  return new Map(rows.map(({ id, waits_since }) => [BigInt(id), new Date(Number(waits_since))]));
}
