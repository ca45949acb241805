import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { lastLine, log } from "@/lib/process/log";

/** The approximate maximum size of PostgreSQL's log, and of the previous one, in bytes. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const CHECK_EVERY_MS = 5_000;
/** How many bytes at the end of the log are searched for the reason of a failure. */
const MAX_REASON_BYTES = 64 * 1024;

/** Moves the content of a large log to `FILE.1`. PostgreSQL appends to the log, so it continues in the emptied file. */
export function rotateLog(file: string, maxBytes = MAX_LOG_BYTES): void {
  if (fileSize(file) <= maxBytes) return;
  writeFileSync(`${file}.1`, readFrom(file, fileSize(file) - maxBytes, maxBytes), { mode: 0o600 });
  truncateSync(file);
}

/** Rotates the log while the process runs. Returns a function that stops it. */
export function keepLogSmall(file: string, { maxBytes = MAX_LOG_BYTES, everyMs = CHECK_EVERY_MS } = {}): () => void {
  const timer = setInterval(() => {
    try {
      rotateLog(file, maxBytes);
    } catch (error) {
      log("warn", "PostgreSQL's log could not be rotated", { reason: lastLine(error) });
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns the size of a file in bytes, or 0 if it does not exist. */
export function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns why PostgreSQL ended: the last fatal line of the log after `from`, or null if there is none. */
export function reasonInLog(file: string, from: number): string | null {
  const size = fileSize(file);
  const start = Math.max(size < from ? 0 : from, size - MAX_REASON_BYTES);
  const lines = size === 0 ? [] : readFrom(file, start, MAX_REASON_BYTES).toString().trim().split("\n");
  const fatal = lines.filter((line) => /\b(FATAL|PANIC): /.test(line)).at(-1) ?? lines.at(-1);
  return fatal?.replace(/^.*?\b(FATAL|PANIC):\s*/, "").slice(0, 300) || null;
}

function readFrom(file: string, position: number, length: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(Math.min(length, Math.max(0, fstatSync(descriptor).size - position)));
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, position));
  } finally {
    closeSync(descriptor);
  }
}
