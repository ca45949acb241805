// Restarts a process when files change.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { fingerprint } from "./setup.mjs";

/** Changes within this time count as one, because editors write a file in several steps (milliseconds). */
const SETTLE_MS = 150;
/** A process that has not ended this long after SIGTERM is killed (milliseconds). */
const STOP_TIMEOUT_MS = 3_000;

/**
 * Starts a Node process, and restarts it whenever the content of watched files or folders changes. A process that has
 * exited, for example after an error, is started again at the next change.
 * @param {{ args: string[], env?: NodeJS.ProcessEnv, watched: string[] }} options
 * @returns {() => Promise<void>} stops watching and ends the process
 */
export function keepRestarting({ args, env = process.env, watched }) {
  // The channel tells the process when this one ends.
  const start = () => spawn(process.execPath, args, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  let child = start();
  let known = fingerprint(watched);
  let restarting = Promise.resolve();
  let isStopped = false;

  const restartIfChanged = async () => {
    const current = fingerprint(watched);
    if (isStopped || current === known) return;
    known = current;
    process.stderr.write("Files have changed; restarting …\n");
    await end(child);
    if (!isStopped) child = start();
  };

  /** @type {NodeJS.Timeout | undefined} */
  let settling;
  const watchers = watched
    .filter((path) => existsSync(path))
    .map((path) =>
      watch(path, { recursive: true }, () => {
        clearTimeout(settling);
        settling = setTimeout(() => {
          restarting = restarting.then(restartIfChanged);
        }, SETTLE_MS);
      }),
    );
  return async () => {
    isStopped = true;
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
    await restarting;
    await end(child);
  };
}

/** @param {import("node:child_process").ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
