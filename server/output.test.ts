import { once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/process/log";
import { logAllOutput } from "./output";

let written: string[] = [];
beforeEach(() => {
  written = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0);
  }
  for (const name of ["error", "warn", "info", "log", "debug"] as const) vi.spyOn(console, name);
  logAllOutput();
});
afterEach(() => void vi.restoreAllMocks());

/** Returns the lines that were written, parsed and without their times. */
function lines() {
  return written.map((text) => {
    expect(text).toMatch(/^\{"time":"[^\n]*\}\n$/);
    const { time, ...line } = JSON.parse(text);
    expect(Date.parse(time)).toBeGreaterThan(0);
    return line;
  });
}

test("whatever is printed becomes a line with its level, and lines of the log stay unchanged", async () => {
  console.error("\x1b[31m ⨯\x1b[0m", new TypeError("Invalid URL"));
  console.log("▲ Next.js %s", "16");
  console.warn("⚠ careful");
  console.info({ a: 1 });
  console.log("");
  process.stdout.write("plain\n");
  process.stderr.write(Buffer.from("bytes\nof two lines\n"));
  log("info", "listening", { port: 3000 });
  process.emitWarning("something is old", "DeprecationWarning");
  await once(process, "warning");
  expect(lines()).toEqual([
    { level: "error", message: "TypeError: Invalid URL", detail: expect.stringMatching(/^ +at .*output\.test/) },
    { level: "info", message: "Next.js 16" },
    { level: "warn", message: "careful" },
    { level: "info", message: "{ a: 1 }" },
    { level: "info", message: "plain" },
    { level: "error", message: "bytes", detail: "of two lines" },
    { level: "info", message: "listening", port: 3000 },
    { level: "warn", message: "DeprecationWarning: something is old", detail: expect.any(String) },
  ]);
});

test("what pages throw while the database is unavailable is one line", () => {
  const gone = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  for (let page = 0; page < 3; page++) console.error("⨯", gone());
  expect(lines()).toEqual([{ level: "warn", message: "database unavailable", reason: "connect ECONNREFUSED" }]);
});

test("the callback of a write is called, and a long string is truncated", async () => {
  await new Promise<void>((resolve) => process.stderr.write("text", "utf8", () => resolve()));
  await new Promise<void>((resolve) => process.stdout.write(`${"x\n".repeat(10_000)}`, () => resolve()));
  expect(lines()).toHaveLength(2);
  expect(written[1]?.length).toBeLessThan(8_200);
});
