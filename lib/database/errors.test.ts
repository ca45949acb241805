import { expect, test } from "vitest";
import { tooBusy } from "../concurrency/capacity";
import { isDatabaseUnavailable, isOfStaleConnection, isUnstorableText } from "./errors";

const withCode = (code: string) => Object.assign(new Error("refused"), { code });

test.each([
  ...["P2028", "P2034", "P2024", "P1001"], // Prisma: no transaction, a conflict, no connection, no server
  ...["25006", "26000", "40001", "40P01"], // a standby, a lost statement, a serialization failure, a deadlock
  ...["57P03", "08006", "53300", "57014", "55P03"], // starting, no connection, too many, timed out
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND"],
])("%s means that the database is unavailable", (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  expect(isDatabaseUnavailable(new Error("request failed", { cause: withCode(code) }))).toBe(true);
  // PostgreSQL's error as Prisma's driver adapter wraps it.
  const driverAdapterError = { name: "DriverAdapterError", cause: { kind: "postgres", originalCode: code } };
  expect(isDatabaseUnavailable({ message: "raw query failed", meta: { driverAdapterError } })).toBe(true);
});

test("so do a conflict as Prisma's driver adapter reports it, and a full queue", () => {
  const conflict = { name: "DriverAdapterError", cause: { kind: "TransactionWriteConflict" } };
  expect([conflict, tooBusy()].map(isDatabaseUnavailable)).toEqual([true, true]);
});

const KINDS = { isDatabaseUnavailable, isUnstorableText, isOfStaleConnection };
test.each<[code: string | null, ...kinds: (keyof typeof KINDS)[]]>([
  [null],
  ...["23505", "22P02", "42501", "42P01", "P2002", "25P02", "22001", "23001", "23503", "23514"].map(
    (code): [string] => [code],
  ),
  ...["22021", "22P05"].map((code): [string, "isUnstorableText"] => [code, "isUnstorableText"]),
  ["25006", "isDatabaseUnavailable", "isOfStaleConnection"],
  ["57014", "isDatabaseUnavailable"],
])("the error %s is %s %s", (code, ...kinds) => {
  const error = code === null ? null : withCode(code);
  const found = Object.entries(KINDS).flatMap(([name, isOne]) => (isOne(error) ? [name] : []));
  expect(found).toEqual(kinds.filter((kind) => kind !== undefined));
});
