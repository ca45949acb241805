import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../generated/prisma/client";
import { forget, singleton, takeSingleton } from "../singleton";
import { closePool, pool } from "./pool";
import { closePipeline } from "./prepared";

/**
 * How long Prisma waits for a transaction to begin and to end, in milliseconds: longer than the limits of a connection
 * and of a statement, so that their more precise errors come first.
 */
const TRANSACTION = { maxWait: 5_000, timeout: 15_000 };

/** The database, or a transaction on it. */
export type Db = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$use" | "$extends" | "$transaction">;

/** The one Prisma client of the process. */
export function db(): PrismaClient {
  return singleton("prisma", () => {
    const adapter = new PrismaPg(pool(), { disposeExternalPool: false });
    return new PrismaClient({ adapter, transactionOptions: TRANSACTION, log: [] });
  });
}

/** Closes every connection of the process, after the queries in progress. The next use opens new ones. */
export async function closeDb(): Promise<void> {
  const prisma = takeSingleton<PrismaClient>("prisma");
  await closePipeline();
  await prisma?.$disconnect();
  await closePool();
  // A request that outlived its connection may have asked again meanwhile, and got a client of the pool that has ended.
  forget("prisma");
}
