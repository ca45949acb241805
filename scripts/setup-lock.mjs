// One set-up at a time in a folder: two builds would damage each other's output. Plain JavaScript without dependencies.
import { readFileSync, rmSync, statSync, utimes, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const FILE = ".setup-lock";
const POLL_MS = 200;
/** A file that was not touched for STALE_MS has lost its holder. */
const TOUCH_MS = 2_000;
const STALE_MS = 60_000;
const WAIT_TIMEOUT_MS = 20 * 60_000;

/**
 * Executes an action while no other process sets up this folder. Prints on stderr that it is waiting.
 * @template T
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 * @throws {Error} with one line after 20 minutes of waiting, or when the folder cannot be written to
 */
export async function withSetupLock(action) {
  await takeLock();
  const touch = setInterval(() => utimes(FILE, new Date(), new Date(), () => {}), TOUCH_MS);
  const release = () => rmSync(FILE, { force: true });
  process.on("exit", release);
  try {
    return await action();
  } finally {
    clearInterval(touch);
    process.off("exit", release);
    release();
  }
}

async function takeLock() {
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      writeFileSync(FILE, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== "EEXIST")
        throw new Error(`This folder cannot be written to (${code}): run npm run build as its owner`);
    }
    if (Date.now() > deadline) throw new Error(`Another set-up holds ${FILE}: remove the file if there is none`);
    if (!isWaiting) process.stderr.write("Another process sets up this folder; waiting for it …\n");
    if (isAbandoned()) rmSync(FILE, { force: true });
    else await delay(POLL_MS);
  }
}

function isAbandoned() {
  try {
    if (Date.now() - statSync(FILE).mtimeMs > STALE_MS) return true;
    const holder = Number(readFileSync(FILE, "utf8"));
    // The holder has created the file, but has not written its process id yet.
    if (!holder) return false;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}
