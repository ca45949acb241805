import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { OPERATOR } from "@/lib/audit/store";
import { NewKey } from "@/lib/keys/schema";
import { createKey } from "@/lib/keys/store";
import { addPerson } from "@/lib/people/store";
import { parseEnv } from "@/lib/process/env";
import { SCOPES } from "@/lib/scopes";
import { prepareDatabase } from "@/server/database/prepare";
import { findBinaries } from "@/server/postgres/binaries";
import { ensureCluster, pathsOf } from "@/server/postgres/cluster";
import { runAs } from "@/server/postgres/run-as";
import { type Closer, closeAll } from "@/server/serving";
import { temporaryFolder } from "./launcher";

type Template = { dataDir: string; key: string };

/** The variable that passes it to the workers. */
const VARIABLE = "TEMPLATE";

/**
 * Makes a data folder for the run, as a service leaves it: migrated, with a person, and a key that no limit stops. To
 * be fast, its PostgreSQL trusts the operating system to write to the disk, which no test switches off.
 */
export default async function makeTemplate(): Promise<() => void> {
  const dataDir = temporaryFolder("template");
  const binaries = findBinaries();
  ensureCluster(dataDir, binaries, runAs(dataDir, binaries.postgres));
  appendFileSync(join(pathsOf(dataDir).cluster, "postgresql.conf"), "fsync = off\n");
  const closers: Closer[] = [];
  await prepareDatabase(parseEnv({ DATA_DIR: dataDir }), closers);
  await addPerson(OPERATOR, { email: "staff@shelter.example", role: "admin" });
  const limits = { plan: "enterprise", perMinute: 1_000_000, perDay: 1_000_000 } as const;
  const { key } = await createKey(OPERATOR, NewKey.parse({ name: "Made", scopes: [...SCOPES], ...limits }));
  await closeAll(closers);
  process.env[VARIABLE] = JSON.stringify({ dataDir, key } satisfies Template);
  return () => rmSync(dataDir, { recursive: true, force: true });
}

const template = (): Template => JSON.parse(process.env[VARIABLE] ?? "{}");

/** The key of every copy, with all scopes. */
export const templateKey = (): string => template().key;

/** Executes a statement on a connection of its own. Returns the rows. */
export async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql, values).finally(() => client.end())).rows;
}

/** Returns a new folder with the data of the template, copied as the operations guide says. */
export function copyOfTemplate(purpose: string): string {
  const folder = temporaryFolder(purpose);
  execFileSync("cp", ["-a", `${template().dataDir}/.`, folder]);
  return folder;
}
