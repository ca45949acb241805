import "server-only";
import { pool } from "../../database/pool";
import type { HistoryEntry } from "./history-schema";

type FoundRow = { entry: string; id: string; name: string };

/**
 * The application behind each step of an adoption. The histories of animals and of orders have no link, so the step of
 * an order is the one that is nearest in time. A cancelled order no longer belongs to an application, but the approval
 * was made at the same moment as the order.
 */
const STATEMENT = `
SELECT entry.id AS entry, found.id, found.name
FROM pet_changes AS entry
CROSS JOIN LATERAL (
  SELECT order_id FROM order_changes AS step
  WHERE order_id IN (SELECT id FROM orders WHERE pet_id = $1) AND 'order.' || step.action::text = entry.action
  ORDER BY abs(extract(epoch FROM step.at - entry.at)), step.id DESC LIMIT 1
) AS step
CROSS JOIN LATERAL (
  SELECT applications.id, applications.name FROM applications
  CROSS JOIN LATERAL (
    SELECT min(abs(extract(epoch FROM made.at - placed.at))) AS seconds
    FROM application_changes AS made JOIN order_changes AS placed ON placed.order_id = step.order_id
    WHERE made.application_id = applications.id AND made.changes #>> '{status,to}' = 'approved'
      AND placed.action = 'placed'
  ) AS approval
  WHERE pet_id = $1 AND (order_id = step.order_id OR approval.seconds < 2)
  ORDER BY coalesce(order_id = step.order_id, false) DESC, approval.seconds LIMIT 1
) AS found
WHERE entry.pet_id = $1 AND entry.id = ANY($2)`;

/** Adds the application behind the steps of adoptions, with the current name of the adopter. */
export async function withApplications(petId: bigint, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  const steps = entries.filter(({ action }) => action.startsWith("order.")).map(({ id }) => String(id));
  if (steps.length === 0) return [...entries];
  const { rows } = await pool().query<FoundRow>(STATEMENT, [String(petId), steps]);
  const found = new Map(rows.map(({ entry, id, name }) => [entry, { id, name }]));
  return entries.map((entry) => {
    const application = found.get(String(entry.id));
    return application ? { ...entry, application } : entry;
  });
}
