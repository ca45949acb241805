import { pool } from "@/lib/database/pool";
import { now } from "@/lib/process/clock";
import { DAY_MS } from "@/lib/values/time";

const at = (daysAgo: number) => new Date(now() - daysAgo * DAY_MS);

/** Moves a step of an animal's adoption into the past. */
export async function dateStep(petId: bigint, step: "placed" | "completed" | "returned", daysAgo: number) {
  const values = [petId.toString(), step, at(daysAgo)];
  await pool().query("UPDATE pet_changes SET at = $3 WHERE pet_id = $1 AND action = 'order.' || $2", values);
  await pool().query(
    `UPDATE order_changes SET at = $3 FROM orders
     WHERE orders.id = order_id AND pet_id = $1 AND action = $2::"OrderAction"`,
    values,
  );
  await pool().query(
    `UPDATE orders SET changed_at = (
       SELECT max(at) FROM order_changes WHERE order_id = orders.id AND action <> 'scheduled'
     ) WHERE pet_id = $1`,
    values.slice(0, 1),
  );
}

/** Moves an application into the past: by how many days it was sent, and answered. */
export async function dateApplication(id: string, { created, changed = created }: Dates): Promise<void> {
  await pool().query("UPDATE applications SET created_at = $2, changed_at = $3 WHERE id = $1", [
    id,
    at(created),
    at(changed),
  ]);
  await pool().query("UPDATE application_changes SET at = $2 WHERE application_id = $1", [id, at(changed)]);
}

/**
 * Numbers the changes of the demo data by their times, because lists of changes are in the order of their numbers.
 */
export async function orderChanges(): Promise<void> {
  for (const table of ["pet_changes", "application_changes", "order_changes"]) {
    await pool().query(
      `UPDATE ${table} AS changed SET id = -numbered.id FROM (
         SELECT old.id AS old, new.id FROM
           (SELECT id, row_number() OVER (ORDER BY at, id) AS place FROM ${table}) AS old
           JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM ${table}) AS new USING (place)
       ) AS numbered WHERE changed.id = numbered.old`,
    );
    await pool().query(`UPDATE ${table} SET id = -id WHERE id < 0`);
  }
}

type Dates = { created: number; changed?: number };
