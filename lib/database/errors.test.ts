import { describe, expect, test } from "vitest";
import { tooBusy } from "../concurrency/capacity";
import { isDatabaseUnavailable, isOfStaleConnection, isReferenced, isUnstorableText } from "./errors";

const withCode = (code: string) => Object.assign(new Error("refused"), { code });

describe("isDatabaseUnavailable", () => {
  const away: [meaning: string, code: string][] = [
    ["no transaction in time (Prisma)", "P2028"],
    ["a write conflict or deadlock (Prisma)", "P2034"],
    ["a standby", "25006"],
    ["a prepared statement that is gone", "26000"],
    ["a serialization failure", "40001"],
    ["a deadlock", "40P01"],
    ["starting up", "57P03"],
    ["a connection failure", "08006"],
    ["too many connections", "53300"],
    ["a statement timeout", "57014"],
    ["a lock timeout", "55P03"],
    ["a connection that was refused", "ECONNREFUSED"],
    ["a connection that was reset", "ECONNRESET"],
    ["an unknown host", "ENOTFOUND"],
    ["no connection in time (Prisma)", "P2024"],
    ["a server that cannot be reached (Prisma)", "P1001"],
  ];
  test.each(away)("%s: %s", (_meaning, code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error("request failed", { cause: withCode(code) }))).toBe(true);
    // PostgreSQL's error as Prisma's driver adapter wraps it.
    const driverAdapterError = { name: "DriverAdapterError", cause: { kind: "postgres", originalCode: code } };
    expect(isDatabaseUnavailable(Object.assign(new Error("raw query failed"), { meta: { driverAdapterError } }))).toBe(
      true,
    );
  });

  test("recognizes a conflict as Prisma's driver adapter reports it", () => {
    expect(isDatabaseUnavailable({ name: "DriverAdapterError", cause: { kind: "TransactionWriteConflict" } })).toBe(
      true,
    );
  });

  test("recognizes a full queue", () => {
    expect(isDatabaseUnavailable(tooBusy())).toBe(true);
  });

  test.each(["23505", "22P02", "42501", "42P01", "P2002", "25P02"])("does not match another error: %s", (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
  });
});

test("recognizes a row that other rows refer to", () => {
  for (const code of ["23001", "23503"]) expect(isReferenced(withCode(code))).toBe(true);
  for (const code of ["23505", "23514"]) expect(isReferenced(withCode(code))).toBe(false);
});

test("text that cannot be stored is distinguished from other invalid values", () => {
  for (const code of ["22021", "22P05"]) expect(isUnstorableText(withCode(code))).toBe(true);
  for (const code of ["22P02", "22001", "23505", "57014"]) expect(isUnstorableText(withCode(code))).toBe(false);
  expect(isUnstorableText(null)).toBe(false);
});

test("a new connection is needed only when one is read-only or has lost its statements", () => {
  for (const code of ["25006", "26000"]) expect(isOfStaleConnection(withCode(code))).toBe(true);
  for (const code of ["23505", "40001", "57014"]) expect(isOfStaleConnection(withCode(code))).toBe(false);
  expect(isOfStaleConnection(null)).toBe(false);
});
