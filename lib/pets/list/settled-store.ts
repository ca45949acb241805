import "server-only";
import { JoinedCalls } from "../../concurrency/joined-calls";
import { perDatabase } from "../../database/per-database";
import type { Statement } from "../../database/pg-private";
import { queryPrepared } from "../../database/prepared";

const SETTLED: Statement = { name: "pets_settled", text: "SELECT pets_settled_id()" };

/** The highest settled id of a database: no animal with this id or a lower one can still appear. It only grows. */
type SettledId = { id: bigint; queries: JoinedCalls<void> };

/**
 * Reads rows near a place in the list, and an id up to which no row can be missing. Ids are assigned before the commit,
 * so a newer animal may become visible before an older one. If no row is above the cached settled id, one read is
 * enough; otherwise the settled id is queried and the rows are read again. `newest` returns the highest id that matters
 * among the rows.
 */
export async function readSettled<E>(
  read: () => Promise<E[]>,
  newest: (entries: E[]) => bigint,
): Promise<{ rows: E[]; settled: bigint }> {
  const cached = perDatabase<SettledId>("pets.settled", () => ({ id: 0n, queries: new JoinedCalls() }));
  const before = cached.id;
  const rows = await read();
  if (newest(rows) <= before) return { rows, settled: before };
  await cached.queries.join(() => updateSettledId(cached));
  const settled = cached.id;
  return { rows: await read(), settled };
}

async function updateSettledId(cached: SettledId): Promise<void> {
  const [[id] = []] = await queryPrepared(SETTLED, []);
  const settled = BigInt(id ?? 0);
  if (settled > cached.id) cached.id = settled;
}
