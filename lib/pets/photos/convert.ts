import "server-only";
import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { Semaphore } from "../../concurrency/capacity";
import { DomainError } from "../../domain";
import { lastLine, log } from "../../process/log";
import { singleton } from "../../process/singleton";
import { type PhotoFile, typeOfPhoto } from "./files";

/** Maximum size of what the converter writes, in bytes. The pictures of any photo take less. */
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

const Count = z.int().check(z.positive());
/** The first line: why the photo was refused, or the size of its largest picture and the bytes of each. */
const FirstLine = z.union([
  z.object({ refused: z.string() }),
  z.object({ width: Count, height: Count, sizes: z.tuple([Count, Count, Count, Count, Count]) }),
]);

/** The pictures that are made from a photo. Width and height are those of the largest. */
export type Converted = { width: number; height: number; files: Record<PhotoFile, Uint8Array> };

/** Reads what the converter has written: a line of JSON, then the pictures that it names. Null if that is not whole. */
export function readOutput(output: Buffer): { refused: string } | Converted | null {
  const end = output.indexOf("\n");
  const { data } = FirstLine.safeParse(parseOrNull(output.toString("latin1", 0, Math.max(0, end))));
  if (!data || "refused" in data) return data ?? null;
  const { width, height, sizes } = data;
  let at = end + 1;
  const [thumb, small, medium, large, card] = sizes.map((size) => {
    at += size;
    return output.subarray(at - size, at);
  });
  if (at !== output.length || !thumb || !small || !medium || !large || !card) return null;
  const pictures = { "96.webp": thumb, "320.webp": small, "640.webp": medium, "1280.webp": large };
  return { width, height, files: { ...pictures, "card.jpg": card } };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const TIMEOUT_MS = 40_000;
/**
 * Together with TIMEOUT_MS less than INACTIVITY_MS of server/http/server.ts, after which the connection would be
 * closed.
 */
const MAX_WAIT_MS = 15_000;
const RETRY_SECONDS = 10;
/** The event loop counts as busy from this share of its time on. */
const BUSY = 0.5;
/** After a conversion while the service was busy, the next one waits this many times as long as that took. */
const PAUSE_FACTOR = 9;
const MAX_PAUSE_MS = 12_000;
/** The niceness of a conversion: it yields to everything else on the machine, but is not starved. */
const PRIORITY = 19;
/** How readily Linux kills a conversion when memory runs out. 1,000 is the maximum. */
const OOM_SCORE = 1_000;

const REFUSALS: Readonly<Record<string, string>> = {
  damaged: "The photo is damaged or incomplete, so it cannot be read",
  animated: "The photo is animated. Send a still one",
  pixels: "The photo has more than 65 megapixels. Send it in a smaller size",
  memory:
    "The photo is progressive or lossless and takes more than 200 MB of memory. Send a smaller one or an ordinary JPEG",
  ratio: "The photo is more than 10 times as long as wide. Crop it first",
};

/** The program that converts. The working directory of the service is the project. */
const SCRIPT = "lib/pets/photos/converter.mjs";

/** How many photos are converted at a time. Of two processors, one is left to requests. */
const AT_A_TIME = Math.max(1, Math.min(2, availableParallelism() - 1));

/** The conversions of this process. Tests replace `script` with another program. */
const conversions = singleton("photos.conversions", () => ({
  slots: new Semaphore({ maxTaken: AT_A_TIME, maxWaiting: 10, maxWaitMs: MAX_WAIT_MS }),
  running: new Set<ChildProcess>(),
  script: SCRIPT,
  timeoutMs: TIMEOUT_MS,
}));

export function setConverter(test: { script: string; timeoutMs: number } | null): void {
  Object.assign(conversions, test ?? { script: SCRIPT, timeoutMs: TIMEOUT_MS });
}

export async function endConversions(): Promise<void> {
  const ended = [...conversions.running];
  conversions.running.clear();
  await Promise.all(
    ended.map((child) => {
      child.kill("SIGKILL");
      return once(child, "close");
    }),
  );
}

/**
 * @throws DomainError bad_request for a photo that cannot be used, unsupported_media_type for one of another type,
 * unavailable when too many are waiting, or when the service shuts down
 */
export async function convertPhoto(parts: readonly Uint8Array[], type: string): Promise<Converted> {
  if (typeOfPhoto(parts[0] ?? new Uint8Array()) !== type) {
    throw new DomainError("unsupported_media_type", `The file is not ${type}, although its Content-Type says so`);
  }
  const result = await convertInTurn(parts, type);
  if (!result) {
    throw new DomainError("bad_request", "The photo cannot be converted in time. Send it again, or a smaller one");
  }
  if (!("refused" in result)) return result;
  throw new DomainError("bad_request", REFUSALS[result.refused] ?? "The photo cannot be used");
}

/** Converts when a slot is free. The slot stays taken for the pause afterwards: only the next photo waits for that. */
async function convertInTurn(parts: readonly Uint8Array[], type: string) {
  if (!(await conversions.slots.take())) throw tooManyWaiting();
  const conversion = runConverter(parts, type);
  const start = { at: performance.now(), loop: performance.eventLoopUtilization() };
  try {
    return await conversion;
  } finally {
    void pauseAfter(start).then(() => conversions.slots.giveBack());
  }
}

/** Even with the lowest priority, a conversion slows requests down, because processors share caches and memory. */
async function pauseAfter(start: { at: number; loop: EventLoopUtilization }): Promise<void> {
  if (performance.eventLoopUtilization(start.loop).utilization < BUSY) return;
  const pauseMs = Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (performance.now() - start.at));
  await delay(pauseMs, undefined, { ref: false });
}

function tooManyWaiting(): DomainError {
  return new DomainError(
    "unavailable",
    "Too many photos are waiting for conversion. Try again in a few seconds",
    RETRY_SECONDS,
  );
}

const stoppingError = () =>
  new DomainError("unavailable", "The service is stopping. Send the photo again in a few seconds", RETRY_SECONDS);

async function runConverter(parts: readonly Uint8Array[], type: string) {
  const { script, timeoutMs, running } = conversions;
  const args = [script, type.slice("image/".length), String(2 * timeoutMs)];
  // Does not include the service's own environment, which has secrets.
  const env = { NODE_ENV: "production", VIPS_BLOCK_UNTRUSTED: "1" } as const;
  const limits = { timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES, killSignal: "SIGKILL" } as const;
  const conversion = promisify(execFile)(process.execPath, args, { env, encoding: "buffer", ...limits });
  const { child } = conversion;
  lowerPriority(child);
  running.add(child);
  // The converter may refuse a photo before it has read all of it, which breaks the pipe.
  child.stdin?.on("error", () => {});
  for (const part of parts) child.stdin?.write(part);
  child.stdin?.end();
  try {
    const result = readOutput((await conversion).stdout);
    if (result) return result;
  } catch (error) {
    if (child.pid === undefined) {
      log("error", "the photo converter could not be started", { reason: lastLine(error) });
      throw tooManyWaiting();
    }
    if (!running.has(child)) throw stoppingError();
  } finally {
    running.delete(child);
  }
  log("warn", "a photo could not be converted", { type, ended: String(child.exitCode ?? child.signalCode) });
  return null;
}

/**
 * Lowest priority, and the first to be killed when memory runs out. On Linux each thread has a priority of its own, and
 * gives it to those that it creates.
 */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, PRIORITY);
    if (process.platform !== "linux") return;
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), PRIORITY);
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(OOM_SCORE));
  } catch {
    // It has already ended, or this machine does not allow it.
  }
}
