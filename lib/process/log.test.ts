import { afterEach, expect, test, vi } from "vitest";
import { log } from "./log";

afterEach(() => vi.restoreAllMocks());

test("a line begins with its time, level and message, which fields cannot replace", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  log("warn", "key banned", { level: 0, time: 1, message: "x", key: "key_1" } as never);
  expect(write.mock.calls[0]?.[0]).toMatch(
    /^\{"time":"\d{4}-[^"]+","level":"warn","message":"key banned","key":"key_1"\}\n$/,
  );
});
