import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { lastLine, log } from "@/lib/process/log";

/** Of the log, and of the previous one, in bytes. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const CHECK_EVERY_MS = 5_000;
/** How much of the end is searched for the reason of a failure. */
const MAX_REASON_BYTES = 64 * 1024;

/** Moves a large log to `FILE.1`. PostgreSQL appends, so it continues in the emptied file. */
export function rotateLog(file: string, maxBytes = MAX_LOG_BYTES): void {
  if (fileSize(file) <= maxBytes) return;
  writeFileSync(`${file}.1`, readFrom(file, fileSize(file) - maxBytes, maxBytes), { mode: 0o600 });
  truncateSync(file);
}

/** Returns a function that stops it. */
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

export function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** PostgreSQL also refuses connections with such lines while it starts, even those of another start. */
const FATAL = /\b(FATAL|PANIC):(?!\s*the database system is )/;

/** The last fatal line after `from`, or null. */
export function reasonInLog(file: string, from: number): string | null {
  const size = fileSize(file);
  const start = Math.max(size < from ? 0 : from, size - MAX_REASON_BYTES);
  const lines = size === 0 ? [] : readFrom(file, start, MAX_REASON_BYTES).toString().trim().split("\n");
  const fatal = lines.filter((line) => FATAL.test(line)).at(-1) ?? lines.at(-1);
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
