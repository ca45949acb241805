import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { Launcher } from "@/e2e/testing/launcher";
import { copyOfTemplate } from "@/e2e/testing/template";
import { freePort } from "./port";
import { pathsOf, readPidFile } from "./postgres/cluster";

// The reader of the output disconnects, or the disk is full.
const launcher = new Launcher(copyOfTemplate("output-lost"));
const { dataDir } = launcher;
afterAll(() => launcher.clean());

/** Starts the command line. Its first output is lost, because nobody reads it; `stderr` is given. */
function start(args: string[], stderr: "pipe" | number, environment = {}) {
  const child = spawn(process.execPath, ["server/start.mjs", ...args], {
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", stderr],
  });
  child.stdout?.destroy();
  child.stderr?.destroy();
  return { child, ended: once(child, "exit").then(([code]) => code) };
}
const isPostgresRunning = () => readPidFile(pathsOf(dataDir).pid) !== null;

test("the service continues and stops in order when stdout is closed and stderr is a full disk", async () => {
  const PORT = String(await freePort());
  const { child, ended } = start([], process.platform === "linux" ? openSync("/dev/full", "w") : "pipe", { PORT });
  const status = (path: string) =>
    fetch(`http://127.0.0.1:${PORT}${path}`).then(
      (answer) => answer.status,
      () => child.exitCode,
    );
  await expect.poll(() => status("/readyz")).toBe(200);
  expect(await status("/v1/pets")).toBe(401);
  child.kill("SIGTERM");
  expect([await ended, isPostgresRunning()]).toEqual([0, false]);
});

test("a command whose output is lost fails, because a secret may be lost, and stops PostgreSQL", async () => {
  expect([await start(["keys", "create", "--name", "Lost"], "pipe").ended, isPostgresRunning()]).toEqual([1, false]);
});
