import "server-only";
import type pg from "pg";
import { singleton } from "../process/singleton";
import { pool } from "./pool";

/**
 * Returns a value that exists once for each database of this process, made on first use. The service has one database.
 * The tests have several in one process, and must not mix up what is cached for each.
 */
export function perDatabase<T>(name: string, make: () => T): T {
  const values = singleton(`per-database.${name}`, () => new WeakMap<pg.Pool, T>());
  const existing = values.get(pool());
  if (existing !== undefined) return existing;
  const made = make();
  values.set(pool(), made);
  return made;
}
