import { request } from "node:http";
import { afterAll, expect, test } from "vitest";
import { childrenOf, Launcher } from "@/e2e/testing/launcher";
import { copyOfTemplate, templateKey } from "@/e2e/testing/template";
import { pathsOf, readPidFile } from "./postgres/cluster";
import { isAlive } from "./postgres/processes";

const launcher = new Launcher(copyOfTemplate("workers"));
const other = new Launcher(copyOfTemplate("taken"));
afterAll(() => Promise.all([launcher.clean(), other.clean()]));

/** NaN while there is none: 0 would be the process group of the test. */
const postmaster = () => readPidFile(pathsOf(launcher.dataDir).pid)?.pid ?? Number.NaN;
const workersOf = (pid: number | undefined) => childrenOf(pid, "start.mjs");

/** Sends a request on a new connection. Returns its status, and how many requests remain. */
function ask(origin: string, path = "/v1/pets?limit=1"): Promise<{ status: number | undefined; remaining: number }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${templateKey()}` };
    const sent = request(`${origin}${path}`, { agent: false, headers }, (answer) => {
      answer.resume();
      const remaining = Number(answer.headers["x-ratelimit-remaining"]);
      answer.on("end", () => resolve({ status: answer.statusCode, remaining }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("two workers serve one port, and a taken one is reported as with one process; what dies is started again, and all stop together after DRAIN_SECONDS", async () => {
  const { origin, child, ended, output } = await launcher.startService({ WORKERS: "2", DRAIN_SECONDS: "5" });
  const before = workersOf(child.pid);
  expect(before).toHaveLength(2);
  expect(output()).toMatch(/without REDIS_URL each worker counts requests separately/);
  // Without Redis each worker counts separately, so a number of remaining requests appears twice.
  const left = new Set<number>();
  await expect
    .poll(async () => {
      const { remaining } = await ask(origin);
      return left.has(remaining) || !left.add(remaining);
    })
    .toBe(true);

  const { port } = new URL(origin);
  const refused = await other.runToEnd([], { WORKERS: "2", PORT: port });
  const taken = `PORT ${port} on HOST 127.0.0.1 is taken: stop what uses it or set PORT`;
  expect([refused.code, refused.output.split("\n").at(-2)]).toEqual([1, taken]);

  process.kill(before[0] as number, "SIGKILL");
  await expect.poll(() => workersOf(child.pid).filter((pid) => !before.includes(pid))).toHaveLength(1);
  const killed = postmaster();
  process.kill(killed, "SIGKILL");
  await expect.poll(() => postmaster() !== killed && ask(origin).then(({ status }) => status)).toBe(200);

  const all = workersOf(child.pid);
  expect(all).toHaveLength(2);
  child.kill("SIGTERM");
  // At first it still serves, and asks proxies to send nothing more.
  await expect.poll(async () => (await ask(origin, "/readyz")).status).toBe(503);
  expect((await ask(origin)).status).toBe(200);
  expect(await ended).toBe(0);
  expect([...all.filter(isAlive), postmaster()]).toEqual([Number.NaN]);
});
