import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { afterAll, afterEach, expect, test } from "vitest";
import { Launcher, temporaryFolder } from "@/e2e/testing/launcher";
import { freePort } from "./port";
import { pathsOf, readPidFile } from "./postgres/cluster";

// The reader of the service's output disconnects, or the disk is full. Lines are lost, but the service continues.
const launcher = new Launcher(temporaryFolder("output-lost"));
let child: ChildProcess | undefined;
afterEach(() => child?.kill("SIGKILL"));
afterAll(() => launcher.clean());

/** Starts the service. Resolves when it is ready. */
async function startService(stdio: StdioOptions, onStart = () => {}): Promise<string> {
  const port = String(await freePort());
  const environment = { NODE_ENV: "production", DATA_DIR: launcher.dataDir, PORT: port, DEMO_DATA: "false" } as const;
  child = spawn(process.execPath, ["server/start.mjs"], { env: { ...process.env, ...environment }, stdio });
  onStart();
  const origin = `http://127.0.0.1:${port}`;
  const status = () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.status,
      () => child?.exitCode,
    );
  await expect.poll(status).toBe(200);
  return origin;
}

/** Stops the service, which logs that. Returns its exit code, and whether PostgreSQL has stopped too. */
async function stopService(): Promise<{ code: number | null; postgres: boolean }> {
  if (!child) throw new Error("nothing was started");
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [code] = await ended;
  return { code, postgres: readPidFile(pathsOf(launcher.dataDir).pid) !== null };
}

test("the service survives closed stdout and stderr", async () => {
  const origin = await startService(["ignore", "pipe", "pipe"], () => {
    child?.stdout?.destroy();
    child?.stderr?.destroy();
  });
  expect((await fetch(`${origin}/v1/pets`)).status).toBe(401);
  expect(await stopService()).toEqual({ code: 0, postgres: false });
});

test.runIf(process.platform === "linux")("the service survives a full disk", async () => {
  const full = openSync("/dev/full", "w");
  const origin = await startService(["ignore", full, full]);
  closeSync(full);
  expect((await fetch(`${origin}/v1/pets`)).status).toBe(401);
  expect(await stopService()).toEqual({ code: 0, postgres: false });
});

test("a command whose output is lost fails and stops PostgreSQL", async () => {
  const args = ["server/start.mjs", "keys", "create", "--name", "Lost"];
  const environment = { NODE_ENV: "production", DATA_DIR: launcher.dataDir } as const;
  child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout?.destroy();
  const [code] = await once(child, "exit");
  expect({ code, postgres: readPidFile(pathsOf(launcher.dataDir).pid) !== null }).toEqual({ code: 1, postgres: false });
});
