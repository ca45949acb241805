import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Launcher, NO_DEMO, temporaryFolder } from "@/e2e/testing/launcher";
import { pathsOf, readPidFile } from "./cluster";
import { findChildren, findOrphans, isAlive, ownerOf } from "./processes";

// The service and its embedded PostgreSQL: who restarts it, and who may stop it.
let launcher: Launcher;
beforeEach(() => {
  launcher = new Launcher(temporaryFolder("supervision"));
});
afterEach(() => launcher.clean());

const postmaster = () => readPidFile(pathsOf(launcher.dataDir).pid)?.pid ?? 0;
const port = () => readPidFile(pathsOf(launcher.dataDir).pid)?.port ?? 0;

async function get(origin: string, path: string, key = "") {
  const response = await fetch(`${origin}${path}`, { headers: key ? { Authorization: `Bearer ${key}` } : {} });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

const isReady = async (origin: string) => (await get(origin, "/readyz")).status === 200;

/** Kills PostgreSQL. Returns the answers until the service was ready again. */
async function killPostgres(origin: string, key: string) {
  const seen: Record<"pets" | "readyz" | "livez", { status: number; retryAfter: string | null }[]> = {
    pets: [],
    readyz: [],
    livez: [],
  };
  const before = postmaster();
  process.kill(before, "SIGKILL");
  const round = async () => {
    // A new key each time, because look-ups are cached for a second.
    seen.pets.push(await get(origin, "/v1/pets?limit=1", key));
    seen.readyz.push(await get(origin, "/readyz"));
    seen.livez.push(await get(origin, "/livez"));
    return seen.pets.at(-1)?.status === 200 && seen.readyz.at(-1)?.status === 200;
  };
  await expect.poll(round, { interval: 20 }).toBe(true);
  expect(postmaster()).not.toBe(before);
  return seen;
}

test("a killed PostgreSQL is restarted on the same port, and until then requests get 503 with Retry-After", async () => {
  const service = await launcher.startWithKey();
  const before = port();
  const seen = await killPostgres(service.origin, service.key);
  expect(port()).toBe(before);
  expect(seen.pets.some(({ status }) => status === 503)).toBe(true);
  for (const { status, retryAfter } of seen.pets) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(retryAfter).toMatch(/^[1-9]\d*$/);
  }
  expect(seen.readyz.some(({ status }) => status === 503)).toBe(true);
  expect(new Set(seen.livez.map(({ status }) => status))).toEqual(new Set([200]));

  service.child.kill("SIGTERM");
  expect(await service.ended).toBe(0);
  expect(postmaster()).toBe(0);
});

test("with WORKERS=2, the main process starts PostgreSQL again", async () => {
  const service = await launcher.startWithKey({ WORKERS: "2" });
  await killPostgres(service.origin, service.key);
  service.child.kill("SIGTERM");
  expect(await service.ended).toBe(0);
  expect(postmaster()).toBe(0);
});

test("a PostgreSQL that keeps dying ends the service with exit code 1 and one line", async () => {
  const service = await launcher.startService(NO_DEMO);
  let ended = false;
  void service.ended.then(() => {
    ended = true;
  });
  let last = 0;
  for (let death = 1; death <= 5; death++) {
    await expect.poll(() => postmaster() !== last && postmaster() > 0).toBe(true);
    await expect.poll(() => isReady(service.origin)).toBe(true);
    expect(ended).toBe(false);
    last = postmaster();
    process.kill(last, "SIGKILL");
  }
  expect(await service.ended).toBe(1);
  const saying = service
    .output()
    .split("\n")
    .filter((line) => line.includes("ended 5 times"));
  const { dataDir } = launcher;
  const message = `PostgreSQL in DATA_DIR ${dataDir} ended 5 times within 5 minutes; ${pathsOf(dataDir).log} says why`;
  expect(saying.map((line) => JSON.parse(line))).toEqual([{ time: expect.any(String), level: "error", message }]);
});

test("SIGTERM while PostgreSQL is restarting exits with 0 and leaves nothing running", async () => {
  const service = await launcher.startService(NO_DEMO);
  const cluster = pathsOf(launcher.dataDir).cluster;
  for (const wait of [0, 150, 250]) {
    const again = wait === 0 ? service : await launcher.startService(NO_DEMO);
    process.kill(postmaster(), "SIGKILL");
    await delay(wait);
    again.child.kill("SIGTERM");
    expect(await again.ended).toBe(0);
    await expect.poll(() => findOrphans(cluster)).toEqual([]);
    const left = postmaster();
    expect(left === 0 || ownerOf(left, cluster) !== "ours").toBe(true);
  }
});

test("a command that started PostgreSQL waits for other commands that use it", async () => {
  await launcher.runToEnd(["keys", "list"]);
  const first = launcher.start(["keys", "list"]);
  await expect.poll(postmaster, { interval: 10 }).toBeGreaterThan(0);
  const second = launcher.start(["seed", "--pets", "100000"]);
  expect(await first.ended).toBe(0);
  expect(await second.ended).toBe(0);
  expect(postmaster()).toBe(0);
});

test("a command does not stop a service's PostgreSQL, even after one of its processes was killed", async () => {
  const service = await launcher.startWithKey();
  const running = postmaster();
  // PostgreSQL then ends every connection and recovers. The service's lock is lost with its connection.
  const backend = findChildren(running).find(({ args }) => /postgres: .*127\.0\.0\.1\(\d+\)/.test(args));
  process.kill(backend?.pid as number, "SIGKILL");
  const commands = [launcher.runToEnd(["keys", "list"])];
  await expect.poll(() => isReady(service.origin)).toBe(true);
  commands.push(launcher.runToEnd(["keys", "list"]));
  for (const command of await Promise.all(commands)) expect(command.output).toContain("Made");
  expect(isAlive(running)).toBe(true);
  expect(postmaster()).toBe(running);
  expect(await isReady(service.origin)).toBe(true);
  // The service has its lock again, too.
  expect((await launcher.runToEnd([])).output).toMatch(/is in use/);
});

test("a command does not stop a PostgreSQL that it did not start", async () => {
  const service = await launcher.startService(NO_DEMO);
  service.child.kill("SIGKILL");
  await service.ended;
  const running = postmaster();
  expect((await launcher.runToEnd(["keys", "list"])).code).toBe(0);
  expect(postmaster()).toBe(running);
});

test("of two simultaneous first starts, one serves and the other prints where in one line", async () => {
  const runs = [launcher.start([], NO_DEMO), launcher.start([], NO_DEMO)];
  const codes = await Promise.all(
    runs.map((run) =>
      Promise.race([
        run.ended,
        new Promise<"serves">((resolve) => {
          run.child.stdout.on("data", () => run.output().includes("curl -H") && resolve("serves"));
        }),
      ]),
    ),
  );
  expect(codes.toSorted()).toEqual([1, "serves"]);
  const [winner, loser] = codes[0] === 1 ? [runs[1], runs[0]] : [runs[0], runs[1]];
  const lines = loser?.output().replace(/^(\{.*\}|.* …| +still .*| +done .*)\n/gm, "");
  expect(lines).toMatch(/^DATA_DIR \S+ is in use: .*process \d+.*\n$/);
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(winner?.output() ?? "")?.[0] ?? "";
  expect((await get(origin, "/v1/pets?limit=1", await launcher.makeKey())).status).toBe(200);

  const third = await launcher.runToEnd([]);
  expect(third).toEqual({
    code: 1,
    output: `DATA_DIR ${launcher.dataDir} is in use: the service is already running on it, at ${origin} (process ${winner?.child.pid})\n`,
  });
});
