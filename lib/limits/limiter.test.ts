import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tooBusy } from "../concurrency/too-busy";
import { setClock } from "../process/clock";
import { setSettings, settings } from "../process/settings";
import { closeLimiter, limiter } from "./limiter";
import { RedisLimiter } from "./redis";

const SUBJECT = {
  kind: "stranger",
  id: "192.0.2.1",
  limit: { perMinute: 2, perDay: 10 },
  banRules: null,
  stored: null,
} as const;

let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  setSettings({ ...settings(), REDIS_URL: "redis://127.0.0.1:1" });
  setClock(() => 0);
});
afterEach(async () => {
  await closeLimiter();
  setSettings(null);
  setClock(null);
  vi.restoreAllMocks();
});

test("an error while counting in Redis is logged, a full queue is not, and in both cases this process counts", async () => {
  const charge = vi.spyOn(RedisLimiter.prototype, "charge");
  charge.mockRejectedValueOnce(new SyntaxError("not JSON")).mockRejectedValueOnce(tooBusy());
  expect(await limiter().charge(SUBJECT)).toMatchObject({ refused: null });
  const faults = () => written.filter((line) => line.includes("counting in Redis failed"));
  expect(faults()).toEqual([expect.stringContaining("SyntaxError: not JSON")]);
  expect(await limiter().charge(SUBJECT)).toMatchObject({ refused: null });
  expect(faults()).toHaveLength(1);
  expect(await limiter().charge(SUBJECT)).toMatchObject({ refused: "rate_limited" });
});
