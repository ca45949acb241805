import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isDatabaseUnavailable } from "@/lib/database/errors";
import type { Row, Statement } from "@/lib/database/pg-private";
import { Pipeline } from "@/lib/database/prepared";
import { settings } from "@/lib/process/settings";
import { suiteService } from "../support/service";

// The queue in front of the connections, and lib/database/pg-private.ts, which relies on private parts of pg: if one of
// these tests fails after a new release of pg, read its lib/query.js and lib/client.js, and adapt that file.
suiteService();

const ECHO: Statement = { name: "echo", text: "SELECT $1::text" };
const DIVIDE: Statement = { name: "divide", text: "SELECT 1 / $1::int8" };
const TYPO: Statement = { name: "typo", text: "SELEC 1" };
const PID: Statement = { name: "pid", text: "SELECT pg_backend_pid()" };
const _NOTE: Statement = { name: "note", text: "INSERT INTO category_notes VALUES ($1::int8) RETURNING id" };
/** Waits for the lock that `gate` holds. */
const WAIT: Statement = { name: "wait", text: "SELECT pg_advisory_xact_lock_shared(1)" };
/** The depth at which another connection is opened, and the maximum of waiting statements. */
const DEPTH = 8;
const MAX_WAITING = 10_000;

const open: Pipeline[] = [];
let gate: pg.Client;

beforeEach(async () => {
  gate = new pg.Client({ connectionString: String(settings().DATABASE_URL) });
  await gate.connect();
});
afterEach(async () => {
  await gate.end();
  await Promise.all(open.splice(0).map((pipeline) => pipeline.close()));
});

function newPipeline(maxConnections: number, more: pg.ClientConfig = {}): Pipeline {
  const pipeline = new Pipeline({ connectionString: String(settings().DATABASE_URL), ...more }, maxConnections);
  open.push(pipeline);
  return pipeline;
}

const lock = () => gate.query("SELECT pg_advisory_lock(1)");
const unlock = () => gate.query("SELECT pg_advisory_unlock(1)");
/** Waits until this many statements are at the gate, each on its own connection. */
const atTheGate = (count: number) =>
  expect
    .poll(async () => {
      // Other suites wait in databases of their own.
      const text = `SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_database AS d ON d.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
      return (await gate.query(text)).rows[0].waiting;
    })
    .toBe(count);
const firstOf = ([row]: Row[]) => row?.[0];
const pidOf = async (pipeline: Pipeline) => firstOf(await pipeline.query(PID, []));

describe("Pipeline – order", () => {
  test("statements on one connection complete in their order, even before it is open, and are parsed once", async () => {
    const pipeline = newPipeline(1);
    const sent = Array.from({ length: 100 }, (_, index) => String(index));
    const answered: string[] = [];
    await Promise.all(
      sent.map(async (text) => {
        expect(firstOf(await pipeline.query(ECHO, [text]))).toBe(text);
        answered.push(text);
      }),
    );
    expect(answered).toEqual(sent);
    const text = "SELECT generic_plans + custom_plans FROM pg_prepared_statements WHERE name = 'echo'";
    expect(await pipeline.query({ name: "plans", text }, [])).toEqual([["100"]]);
  });
});

describe("Pipeline – an error in the middle", () => {
  test("fails only its own statement, and the connection stays open", async () => {
    const pipeline = newPipeline(1);
    const before = await pidOf(pipeline);
    const results = await Promise.allSettled([
      pipeline.query(DIVIDE, ["1"]),
      pipeline.query(DIVIDE, ["0"]),
      pipeline.query(DIVIDE, ["none"]),
      pipeline.query(TYPO, []),
      pipeline.query(DIVIDE, ["1"]),
    ]);
    expect(results).toEqual([
      { status: "fulfilled", value: [["1"]] },
      { status: "rejected", reason: expect.objectContaining({ code: "22012" }) },
      { status: "rejected", reason: expect.objectContaining({ code: "22P02" }) },
      { status: "rejected", reason: expect.objectContaining({ code: "42601" }) },
      { status: "fulfilled", value: [["1"]] },
    ]);
    // What could not be parsed is parsed again.
    await expect(pipeline.query(TYPO, [])).rejects.toMatchObject({ code: "42601" });
    expect(await pidOf(pipeline)).toBe(before);
  });
});

describe("Pipeline – a lost connection", () => {
  test("fails only its own waiting statements as unavailable, and the next statement gets a new connection", async () => {
    const pipeline = newPipeline(2);
    const first = await pidOf(pipeline);
    await lock();
    const broken = Promise.allSettled(Array.from({ length: DEPTH }, () => pipeline.query(WAIT, [])));
    // One more than a connection takes, so it opens the second one.
    const other = pipeline.query(WAIT, []);
    await atTheGate(2);
    await gate.query("SELECT pg_terminate_backend($1)", [first]);
    const results = await broken;
    expect(results).toHaveLength(DEPTH);
    for (const result of results) {
      expect(result).toEqual({ status: "rejected", reason: expect.toSatisfy(isDatabaseUnavailable) });
    }
    await unlock();
    expect(await other).toHaveLength(1);
    const next = await pidOf(pipeline);
    expect(next).toMatch(/^\d+$/);
    expect(next).not.toBe(first);
  });

  test("a connection that lost its prepared statements fails one statement as unavailable and is replaced", async () => {
    const pipeline = newPipeline(1);
    const before = await pidOf(pipeline);
    await pipeline.query({ name: "forget", text: "DEALLOCATE ALL" }, []);
    await expect(pidOf(pipeline)).rejects.toSatisfy(isDatabaseUnavailable);
    const after = await pidOf(pipeline);
    expect(after).toMatch(/^\d+$/);
    expect(after).not.toBe(before);
  });
});

describe("Pipeline – limits", () => {
  test("a connection is opened when eight statements wait on every other one, up to the maximum", async () => {
    const pipeline = newPipeline(2);
    await lock();
    const waiting = Array.from({ length: DEPTH }, () => pipeline.query(WAIT, []));
    await atTheGate(1);
    waiting.push(pipeline.query(WAIT, []));
    await atTheGate(2);
    waiting.push(...Array.from({ length: 3 * DEPTH }, () => pipeline.query(WAIT, [])));
    const { rows } = await gate.query(
      "SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database() AND query = $1",
      [WAIT.text],
    );
    expect(rows[0].connections).toBe(2);
    await unlock();
    expect(await Promise.all(waiting)).toHaveLength(4 * DEPTH + 1);
  });

  test("when 10,000 statements wait, the next is refused as busy, and later ones succeed again", async () => {
    const pipeline = newPipeline(1);
    await lock();
    const waiting = Array.from({ length: MAX_WAITING }, (_, index) =>
      index === 0 ? pipeline.query(WAIT, []) : pipeline.query(ECHO, [String(index)]),
    );
    // Refused while everything else is still waiting.
    await expect(pipeline.query(ECHO, ["one too many"])).rejects.toMatchObject({ code: "53300" });
    await unlock();
    const results = await Promise.all(waiting);
    expect(firstOf(results.at(-1) ?? [])).toBe(String(MAX_WAITING - 1));
    expect(await pipeline.query(ECHO, ["again"])).toEqual([["again"]]);
  });
});

describe("Pipeline – close", () => {
  test("waits for running statements and accepts no more", async () => {
    const pipeline = newPipeline(1);
    await lock();
    const underWay = pipeline.query(WAIT, []);
    await atTheGate(1);
    const closed = pipeline.close();
    await expect(pipeline.query(ECHO, ["late"])).rejects.toSatisfy(isDatabaseUnavailable);
    await unlock();
    expect(await underWay).toHaveLength(1);
    await closed;
    const { rows } = await gate.query("SELECT count(*)::int AS left FROM pg_stat_activity WHERE query = $1", [
      WAIT.text,
    ]);
    expect(rows[0].left).toBe(0);
  });
});
