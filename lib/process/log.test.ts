import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "./log";

let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

test("a line begins with its time, level and message", () => {
  log("warn", "key banned", { key: "key_1" });
  expect(written[0]).toMatch(/^\{"time":"[^"]+","level":"warn","message":"key banned","key":"key_1"\}\n$/);
});

test("fields cannot replace the time, the level or the message", () => {
  log("warn", "key banned", { level: 0, time: 1, message: "x", banLevel: 0 } as never);
  expect(JSON.parse(String(written[0]))).toEqual({
    time: expect.stringMatching(/^\d{4}-/),
    level: "warn",
    message: "key banned",
    banLevel: 0,
  });
});
