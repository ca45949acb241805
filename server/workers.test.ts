import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { request } from "node:http";
import { afterAll, expect, test } from "vitest";
import { Launcher, NO_DEMO, temporaryFolder } from "@/e2e/testing/launcher";

const launcher = new Launcher(temporaryFolder("workers"));
afterAll(() => launcher.clean());

/** Returns the child processes of a process, without PostgreSQL's. */
function workersOf(pid: number | undefined): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, own, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid && args.includes("start.mjs") ? [Number(own)] : [];
  });
}

/** Sends a request on a new connection; returns how many requests remain. */
function remaining(origin: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` };
    const sent = request(`${origin}/v1/pets?limit=1`, { agent: false, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(Number(answer.headers["x-ratelimit-remaining"])));
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("with WORKERS=2, two processes serve one port, a killed one is replaced, and all stop together", async () => {
  const { origin, child, ended, output, key } = await launcher.startWithKey({
    WORKERS: "2",
    DRAIN_SECONDS: "5",
  });
  const before = workersOf(child.pid);
  expect(before).toHaveLength(2);
  expect(output()).toMatch(/without REDIS_URL each worker counts requests separately/);

  // Without Redis each worker counts separately, so each number of remaining requests appears twice.
  const left: number[] = [];
  for (let count = 0; count < 10; count++) left.push(await remaining(origin, key));
  expect(Math.min(...left)).toBeGreaterThan(50);
  expect(new Set(left).size).toBeLessThan(10);

  process.kill(before[0] as number, "SIGKILL");
  await expect.poll(() => workersOf(child.pid).filter((pid) => !before.includes(pid))).toHaveLength(1);
  await expect.poll(() => remaining(origin, key).catch(() => null)).toBeGreaterThan(0);

  const all = workersOf(child.pid);
  child.kill("SIGTERM");
  // At first it still serves, and asks proxies to send nothing more.
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
  expect(await remaining(origin, key)).toBeGreaterThan(0);
  expect(await ended).toBe(0);
  for (const pid of all) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("the workers stop when the main process is killed", async () => {
  const { child, ended } = await launcher.startService({ WORKERS: "2" });
  const all = workersOf(child.pid);
  expect(all).toHaveLength(2);
  child.kill("SIGKILL");
  await ended;
  const alive = () => all.filter((pid) => isAlive(pid));
  await expect.poll(alive).toEqual([]);
});

test("a taken port is reported, as with one process", async () => {
  const { origin } = await launcher.startService();
  const folder = temporaryFolder("taken");
  const { code, output } = await launcher.runToEnd([], {
    ...NO_DEMO,
    WORKERS: "2",
    PORT: new URL(origin).port,
    DATA_DIR: folder,
  });
  rmSync(folder, { recursive: true, force: true });
  expect(output).toMatch(/PORT \d+ on HOST 127\.0\.0\.1 is taken/);
  expect(code).toBe(1);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
