import "server-only";
import { LOCKS } from "../../database/locks";
import type { Transaction } from "../../database/transaction";
import { findByReference } from "../care/store";
import type { NewImport, Row } from "./schema";

/**
 * What the rows are once their references are looked up: with `byReference`, a row without an id gets that of the animal
 * that has its reference. Any other reference that an animal has stays with that animal. `locks` keeps others from giving
 * references until the end of the transaction.
 */
export async function settleReferences(
  tx: Transaction,
  { rows, byReference = false }: NewImport,
  { locks = true } = {},
): Promise<Row[]> {
  const references = rows.flatMap(({ care }) => care?.reference ?? []);
  if (references.length === 0) return rows;
  if (locks) await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.references})`;
  const owners = await findByReference(tx, references);
  const named = new Set(rows.flatMap(({ id }) => id ?? []));
  return rows.map((row) => {
    const owner = row.care?.reference ? owners.get(row.care.reference) : undefined;
    if (owner === undefined || owner === row.id) return row;
    if (byReference && row.id === undefined && !named.has(owner)) return { ...row, id: owner };
    const { reference: _, ...care } = row.care ?? {};
    return { ...row, care };
  });
}
