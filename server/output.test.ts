import { once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/process/log";
import { logAllOutput } from "./output";

let written: string[] = [];
let putBack = () => {};
beforeEach(() => {
  written = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0);
  }
  putBack = logAllOutput();
});
afterEach(() => {
  putBack();
  vi.restoreAllMocks();
});

/** Returns the lines that were written, parsed and without their times. */
function lines() {
  return written.map((text) => {
    expect(text).toMatch(/^\{"time":"[^\n]*\}\n$/);
    const { time, ...line } = JSON.parse(text);
    expect(Date.parse(time)).toBeGreaterThan(0);
    return line;
  });
}

test("a stack printed to the console becomes one line", () => {
  console.error("\x1b[31m ⨯\x1b[0m", new TypeError("Invalid URL"));
  expect(lines()).toEqual([
    { level: "error", message: "TypeError: Invalid URL", detail: expect.stringMatching(/^ +at .*output\.test/) },
  ]);
});

test("what pages throw while the database is unavailable is one line", () => {
  const gone = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  for (let page = 0; page < 3; page++) console.error("⨯", gone());
  expect(lines()).toEqual([{ level: "warn", message: "database unavailable", reason: "connect ECONNREFUSED" }]);
});

test("each console method keeps its level", () => {
  console.log("▲ Next.js %s", "16");
  console.warn("⚠ careful");
  console.info({ a: 1 });
  console.log("");
  process.stdout.write("plain\n");
  process.stderr.write(Buffer.from("bytes\nof two lines\n"));
  expect(lines()).toEqual([
    { level: "info", message: "Next.js 16" },
    { level: "warn", message: "careful" },
    { level: "info", message: "{ a: 1 }" },
    { level: "info", message: "plain" },
    { level: "error", message: "bytes", detail: "of two lines" },
  ]);
});

test("the callback of a write is called", async () => {
  await new Promise<void>((resolve) => process.stdout.write("text", () => resolve()));
  await new Promise<void>((resolve) => process.stderr.write("text", "utf8", () => resolve()));
  expect(lines()).toHaveLength(2);
});

test("warnings of Node.js become log lines", async () => {
  process.emitWarning("something is old", "DeprecationWarning");
  await once(process, "warning");
  expect(lines()).toMatchObject([{ level: "warn", message: "DeprecationWarning: something is old" }]);
});

test("log lines stay unchanged", () => {
  log("info", "listening", { port: 3000 });
  expect(lines()).toEqual([{ level: "info", message: "listening", port: 3000 }]);
});

test("a long string is truncated", () => {
  console.error(`${"x".repeat(10_000)}\n${"y".repeat(10_000)}`);
  expect(written[0]?.length).toBeLessThan(8_200);
});

test("the original console and streams can be restored", () => {
  putBack();
  process.stdout.write("as it was\n");
  expect(written).toEqual(["as it was\n"]);
});
