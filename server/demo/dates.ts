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

type Dates = { created: number; changed?: number };
