import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isDatabaseUnavailable } from "@/lib/database/errors";
import { Pipeline } from "@/lib/database/prepared";
import { settings } from "@/lib/process/settings";
import { suiteService } from "../support/service";

suiteService();
const SILENT_MS = 1_000;
const ONE = { name: "one", text: "SELECT 1" };
const SLOW = { name: "slow", text: "SELECT pg_sleep(0.2)" };

describe("a database that accepts statements but never responds", () => {
  /** The sockets of each connection to the database, on both sides of the proxy. */
  const ways: { near: Socket; far: Socket }[] = [];
  const proxy = createServer((near) => {
    const target = new URL(String(settings().DATABASE_URL));
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => {}).on("close", () => other.destroy());
    }
    near.pipe(far).pipe(near);
    ways.push({ near, far });
  });
  let pipeline: Pipeline;

  beforeAll(async () => {
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const url = new URL(String(settings().DATABASE_URL));
    url.port = String((proxy.address() as { port: number }).port);
    pipeline = new Pipeline({ connectionString: url.href, query_timeout: SILENT_MS }, 1);
  });
  afterAll(async () => {
    await pipeline.close();
    for (const { near } of ways) near.destroy();
    proxy.close();
  });

  test("slow statements do not count as silence", async () => {
    expect(await Promise.all([SLOW, SLOW].map((statement) => pipeline.query(statement, [])))).toHaveLength(2);
    expect(ways).toHaveLength(1);
  });

  test("waiting statements fail in time as unavailable, and the next one gets a new connection", async () => {
    ways[0]?.far.unpipe();
    const began = performance.now();
    const [first, second] = await Promise.allSettled([pipeline.query(ONE, []), pipeline.query(ONE, [])]);
    for (const { status, reason } of [first, second] as PromiseRejectedResult[]) {
      expect(status).toBe("rejected");
      expect(isDatabaseUnavailable(reason)).toBe(true);
    }
    expect(performance.now() - began).toBeGreaterThanOrEqual(SILENT_MS * 0.9);
    expect(await pipeline.query(ONE, [])).toEqual([["1"]]);
    expect(ways).toHaveLength(2);
  });

  test("statements do not have a timer each", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    await Promise.all(Array.from({ length: 100 }, () => pipeline.query(ONE, [])));
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  });
});
