import { rmSync } from "node:fs";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { temporaryFolder } from "@/e2e/testing/launcher";
import { applyMigrations, grantRows } from "@/server/database/migrate";
import { startPostgres } from "@/server/postgres/postgres";
import { SERVICE_ROLE } from "@/server/postgres/role";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the run's PostgreSQL, for the database with nothing but the migrations. */
    templateUrl: string;
    /** URL of the same PostgreSQL for the role of the service. */
    serviceUrl: string;
  }
}

/** Starts PostgreSQL for the run and migrates a database. Each suite gets a copy of that. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = temporaryFolder("api");
  const postgres = await startPostgres({ dataDir });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const templateUrl = new URL(postgres.url);
    templateUrl.pathname = "/template_pets";
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    // No test switches the machine off.
    await client.query("ALTER SYSTEM SET fsync = off");
    await client.query("SELECT pg_reload_conf()");
    await client.query("CREATE DATABASE template_pets");
    await applyMigrations(templateUrl.href);
    await grantRows(templateUrl.href, SERVICE_ROLE);
    // A database can be copied only while nothing is connected to it.
    await client.query("ALTER DATABASE template_pets ALLOW_CONNECTIONS false");
    await client.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'template_pets'");
    await client.end();
    project.provide("templateUrl", templateUrl.href);
    project.provide("serviceUrl", postgres.serviceUrl);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
