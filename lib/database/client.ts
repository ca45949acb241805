import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../generated/prisma/client";
import { forgetSingletons, singleton, takeSingleton } from "../process/singleton";
import { closePools, pool, writePool } from "./pool";
import { closePipelines } from "./prepared";

/** In milliseconds, longer than those of a connection and of a statement, whose errors are more precise. */
const TRANSACTION = { maxWait: 5_000, timeout: 15_000 };

/** The database, or a transaction on it. */
export type Db = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$use" | "$extends" | "$transaction">;

/**
 * Returns the one Prisma client of the process. It is the usual way to the database, one of four:
 *
 * - `db()`: Prisma, with types for rows. What Prisma cannot express is SQL in its `$queryRaw`, so that a transaction
 *   (`inTransaction`) covers both.
 * - `pool()` in pool.ts: SQL by hand, without the cost of Prisma's layers, for frequent or large statements that may
 *   take long: history, search, counts, photo files. None is part of a Prisma transaction. What commits uses
 *   `writePool()` beside it: batches of changes, photo files.
 * - `queryPrepared` in prepared.ts: the hottest statements. Each walks an index, which is the only plan that PostgreSQL
 *   may choose there. None may wait for a lock, because the statements on a connection queue behind each other.
 * - `changePrepared` beside it: additions, and single changes, which may wait for a lock, each on their own connection.
 *
 * docs/decisions/hot-statements.md has the measurements.
 */
export function db(): PrismaClient {
  return singleton("prisma", () => {
    return new PrismaClient({ adapter: new SplitPrismaPg(), transactionOptions: TRANSACTION, log: [] });
  });
}

/** What may commit something. A read that has one of these words only uses a connection for writes. */
const MAY_WRITE = /\b(INSERT|UPDATE|DELETE)\b/i;

class SplitPrismaPg extends PrismaPg {
  constructor() {
    super(writePool(), { disposeExternalPool: false });
  }

  override async connect() {
    const reads = await new PrismaPg(pool(), { disposeExternalPool: false }).connect();
    const writes = await super.connect();
    const { queryRaw, startTransaction } = writes;
    const queryOn: typeof queryRaw = (query) => queryRaw.call(MAY_WRITE.test(query.sql) ? writes : reads, query);
    // Of all transactions, only those of `inSnapshot` have this level.
    const start: typeof startTransaction = (level) =>
      startTransaction.call(level === "REPEATABLE READ" ? reads : writes, level);
    return Object.assign(writes, { queryRaw: queryOn, startTransaction: start });
  }
}

/** After the queries in progress. The next use opens new connections. */
export async function closeDb(): Promise<void> {
  const prisma = takeSingleton<PrismaClient>("prisma");
  await closePipelines();
  await prisma?.$disconnect();
  await closePools();
  // While the pool was closing, a request may have called db() and made a client of that pool.
  forgetSingletons("prisma");
  // Tests have several databases in one process.
  forgetSingletons("cached ");
}
