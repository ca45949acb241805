import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isDatabaseUnavailable } from "@/lib/database/errors";
import { destroyConnection, onServerError, type Row, type Statement, sendRowsQuery } from "@/lib/database/pg-private";
import { settings } from "@/lib/process/settings";
import { suiteService } from "../support/service";

// lib/database/pg-private.ts relies on private parts of pg. If one of these tests fails after a new release of pg, read
// the release's lib/query.js and lib/client.js, and adapt that file.
suiteService();

const ECHO: Statement = { name: "echo", text: "SELECT $1::int8 AS id, $2::text AS name, NULL AS nothing, true AS yes" };
const DIVIDE: Statement = { name: "divide", text: "SELECT 1 / $1::int8" };
const WRONG: Statement = { name: "wrong", text: "SELECT no_such_column" };

let client: pg.Client;
beforeEach(async () => {
  client = new pg.Client({ connectionString: String(settings().DATABASE_URL), pipeline: true });
  client.on("error", () => {});
  await client.connect();
});
afterEach(() => client.end());

const send = (statement: Statement, ...values: string[]) =>
  new Promise<Row[]>((resolve, reject) => {
    sendRowsQuery(client, statement, values, (error, rows) => (error ? reject(error) : resolve(rows)));
  });

test("rows are arrays of texts, as PostgreSQL writes them", async () => {
  expect(await send(ECHO, "9223372036854775807", "Bella")).toEqual([["9223372036854775807", "Bella", null, "t"]]);
});

test("a statement may return no row or many rows", async () => {
  expect(await send({ name: "none", text: "SELECT 1 WHERE false" })).toEqual([]);
  expect(await send({ name: "many", text: "SELECT generate_series(1, 5000)" })).toHaveLength(5_000);
});

test("a statement is parsed once for each connection", async () => {
  const parsed: string[] = [];
  const { connection } = client as unknown as { connection: { parse(message: { name: string }): void } };
  const { parse } = connection;
  connection.parse = (message) => {
    parsed.push(message.name);
    parse.call(connection, message);
  };
  await Promise.all([send(ECHO, "1", "A"), send(ECHO, "2", "B")]);
  await send(ECHO, "3", "C");
  expect(parsed).toEqual(["echo"]);
  const { rows } = await client.query("SELECT generic_plans + custom_plans AS executed FROM pg_prepared_statements");
  expect(rows).toEqual([{ executed: "3" }]);
});

describe("several statements in flight", () => {
  test("get their own rows, in order", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => send(ECHO, String(index), "A")));
    expect(answers.map(([row]) => row?.[0])).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
  });

  test("a failed one does not affect the others on its connection", async () => {
    const results = await Promise.allSettled([send(DIVIDE, "1"), send(DIVIDE, "0"), send(DIVIDE, "1")]);
    expect(results).toEqual([
      { status: "fulfilled", value: [["1"]] },
      { status: "rejected", reason: expect.objectContaining({ code: "22012" }) },
      { status: "fulfilled", value: [["1"]] },
    ]);
  });

  test("work alongside pg's own queries", async () => {
    const [own, theirs] = await Promise.all([send(ECHO, "1", "A"), client.query("SELECT 2 AS two")]);
    expect([own[0]?.[0], theirs.rows]).toEqual(["1", [{ two: 2 }]]);
  });
});

test("a statement that could not be parsed is parsed again", async () => {
  for (let tries = 0; tries < 2; tries++) await expect(send(WRONG)).rejects.toMatchObject({ code: "42703" });
  expect(await send(DIVIDE, "1")).toEqual([["1"]]);
});

test("statements of one turn of the event loop are sent in one write", async () => {
  await send(ECHO, "0", "A");
  const { stream } = (client as unknown as { connection: { stream: import("node:net").Socket } }).connection;
  const before = stream.bytesWritten;
  const writes: number[] = [];
  const { _writev: writev } = stream;
  stream._writev = (chunks, callback) => {
    writes.push(chunks.length);
    writev?.call(stream, chunks, callback);
  };
  const answers = [send(ECHO, "1", "A"), send(ECHO, "2", "B"), send(ECHO, "3", "C")];
  expect(stream.writableCorked).toBe(1);
  await Promise.all(answers);
  expect(writes).toHaveLength(1);
  expect(writes[0]).toBeGreaterThanOrEqual(3);
  expect(stream.bytesWritten).toBeGreaterThan(before);
  expect(stream.writableCorked).toBe(0);
});

test("errors of the server are reported for every query", async () => {
  const codes: unknown[] = [];
  onServerError(client, (error) => codes.push((error as { code?: string }).code));
  await send(DIVIDE, "0").catch(() => {});
  await client.query("SELECT no_such_column").catch(() => {});
  expect(codes).toEqual(["22012", "42703"]);
});

test("destroying a connection fails its waiting statements as unavailable", async () => {
  const waiting = [send({ name: "sleep", text: "SELECT pg_sleep(60)" }), send(ECHO, "1", "A")];
  await new Promise((resolve) => setImmediate(resolve));
  destroyConnection(client);
  for (const result of await Promise.allSettled(waiting)) {
    expect(result.status === "rejected" && isDatabaseUnavailable(result.reason)).toBe(true);
  }
});
