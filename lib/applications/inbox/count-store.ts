import "server-only";
import { pool } from "../../database/pool";
import { boundedCount } from "../../values/counts";
import { OPEN_STATUSES } from "../status";
import { type ApplicationCount, MAX_COUNTED } from "./count-schema";

const COUNTS = `
  SELECT pet_id, counted.count
  FROM unnest($1::bigint[]) AS asked (pet_id), LATERAL (
    SELECT count(*)::int FROM (
      SELECT FROM applications
      WHERE applications.pet_id = asked.pet_id AND status = ANY ($2::"ApplicationStatus"[]) AND NOT suspicious
      LIMIT $3
    ) AS found
  ) AS counted
  WHERE counted.count > 0`;

/** Counts the open applications for each of these animals, without suspicious ones. */
export async function countOpenApplications(petIds: readonly bigint[]): Promise<ApplicationCount[]> {
  const { rows } = await pool().query<{ pet_id: string; count: number }>({
    name: "applications_open_counts",
    text: COUNTS,
    values: [[...new Set(petIds)], [...OPEN_STATUSES], MAX_COUNTED + 1],
  });
  return rows.map(({ pet_id, count }) => ({ petId: BigInt(pet_id), ...boundedCount(count, MAX_COUNTED) }));
}
