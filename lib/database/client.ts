import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../generated/prisma/client";
import { forgetSingleton, singleton, takeSingleton } from "../singleton";
import { closePool, pool } from "./pool";
import { closePipeline } from "./prepared";

/**
 * Prisma's limits for the beginning and the end of a transaction, in milliseconds. They are longer than those of a
 * connection and of a statement, whose errors are more precise and so come first.
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
  // While the pool was closing, a request may have called db() and made a client of that pool.
  forgetSingleton("prisma");
}
