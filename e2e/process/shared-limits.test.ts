import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchDocumented } from "@/e2e/testing/document";
import { Launcher, NO_DEMO, type Run, startRedis, temporaryFolder } from "@/e2e/testing/launcher";
import { setClock } from "@/lib/process/clock";
import { freePort } from "@/server/port";
import { type Postgres, startPostgres } from "@/server/postgres/postgres";

// A real Redis. `npm test` installs it, or says that it cannot.
const program = process.env.REDIS_SERVER;

describe.skipIf(!program)("limits shared through Redis", () => {
  const database = temporaryFolder("shared");
  const launcher = new Launcher(temporaryFolder("processes"));
  let redis: ChildProcess;
  let url: string;
  let postgres: Postgres;

  beforeAll(async () => {
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    redis = await startRedis(String(program), port);
    postgres = await startPostgres({ dataDir: database });
  });
  afterAll(async () => {
    redis.kill("SIGKILL");
    await launcher.kill();
    await postgres.stop();
    for (const path of [database, launcher.dataDir]) rmSync(path, { recursive: true, force: true });
  });

  test("two processes share one limit exactly, and each still limits while Redis is down or hangs", async () => {
    setClock(null);
    const environment = { DATABASE_URL: postgres.url, REDIS_URL: url, ...NO_DEMO };
    const services: (Run & { origin: string })[] = [
      await launcher.startService(environment),
      await launcher.startService(environment),
    ];
    const numbers = ["--plan", "enterprise", "--per-minute", "500", "--per-day", "500"];
    const { output } = await launcher.runToEnd(
      ["keys", "create", "--name", "shared", ...numbers, "--json"],
      environment,
    );
    const { key } = JSON.parse(output) as { key: string };
    const call = async (index: number, bearer = key) => {
      const response = await fetchDocumented(`${services[index % 2]?.origin}/v1/pets?limit=1`, {
        headers: { Authorization: `Bearer ${bearer}` },
      });
      await response.arrayBuffer();
      return response.status;
    };
    const many = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => call(index)));

    const linesWith = (text: RegExp) => services.map((service) => service.output().match(text)?.length);
    const isBack = (time: number) => expect.poll(() => linesWith(/Redis is available again/g)).toEqual([time, time]);

    await many(2); // both processes have looked the key up
    const statuses = await many(1_000);
    expect(statuses.filter((status) => status === 200)).toHaveLength(498);
    expect(statuses.filter((status) => status === 429)).toHaveLength(502);

    // Redis hangs: no request waits long, and a used-up limit stays used up.
    redis.kill("SIGSTOP");
    expect(new Set(await many(20))).toEqual(new Set([429]));
    expect(await call(0, "")).toBe(401);
    redis.kill("SIGCONT");
    await isBack(1);
    // Redis dies.
    redis.kill("SIGKILL");
    await new Promise((resolve) => redis.once("close", resolve));
    expect(new Set(await many(20))).toEqual(new Set([429]));
    expect(linesWith(/Redis is unavailable/g)).toEqual([2, 2]);
    // Redis comes back empty, and gets the counts from the processes.
    redis = await startRedis(String(program), Number(new URL(url).port));
    await isBack(2);
    expect(new Set(await many(20))).toEqual(new Set([429]));
  });

  test("with WORKERS=2, the processes of one service share one limit exactly", async () => {
    const shared = { DATABASE_URL: postgres.url, REDIS_URL: url, ...NO_DEMO };
    const environment = { ...shared, WORKERS: "2", PAGE_LIMIT: "70,70" };
    const { origin } = await launcher.startService(environment);
    const numbers = ["--plan", "enterprise", "--per-minute", "150", "--per-day", "150"];
    const { output } = await launcher.runToEnd(["keys", "create", "--name", "two", ...numbers, "--json"], environment);
    const { id, key } = JSON.parse(output) as { id: string; key: string };
    const call = async () => {
      const response = await fetchDocumented(`${origin}/v1/pets?limit=1`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      await response.arrayBuffer();
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 400 }, call));
    expect(statuses.filter((status) => status === 200)).toHaveLength(150);
    expect(statuses.filter((status) => status === 429)).toHaveLength(250);

    // Commands see these counts, and end although they are connected to Redis.
    const shown = await launcher.runToEnd(["keys", "show", id], environment);
    expect(JSON.parse(shown.output).day.remaining).toBe(0);
    expect(await launcher.runToEnd(["keys", "unban", id], environment)).toEqual({
      code: 1,
      output: "This key is not banned\n",
    });

    const page = async () => (await fetch(`${origin}/docs`)).status;
    const pages = await Promise.all(Array.from({ length: 200 }, page));
    expect(pages.filter((status) => status === 200)).toHaveLength(70);
    expect(pages.filter((status) => status === 429)).toHaveLength(130);
  });
});
