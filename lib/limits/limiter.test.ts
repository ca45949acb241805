import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tooBusy } from "../concurrency/capacity";
import { setClock } from "../process/clock";
import { setSettings, settings } from "../process/settings";
import { closeLimiter, limiter } from "./limiter";
import { MemoryLimiter, subjectOfAddress } from "./memory";
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

test("of the blocks of an IPv6 address, the tightest windows are shown", () => {
  const memory = new MemoryLimiter();
  const subject = (network: string) =>
    subjectOfAddress("stranger", `2001:db8:0:${network}::1`, { perMinute: 2, perDay: 9 });
  const charge = (network: string, mono = 0) => memory.charge(subject(network), { wall: mono, mono });
  expect(charge("1").shown).toMatchObject({ limit: 2, remaining: 1 });
  for (const network of ["2", "2", "3", "3", "4", "4"]) charge(network);
  // 7 of the 8 that the /56 may send in a minute, as many as the /64 has left.
  expect(charge("1")).toMatchObject({ refused: null, shown: { limit: 2, remaining: 0 } });
  expect(charge("5")).toMatchObject({ refused: "rate_limited", shown: { limit: 8, remaining: 0 } });
  expect(charge("100")).toMatchObject({ refused: null, shown: { limit: 2, remaining: 1 } });
  // In the next minute, the /56 may send as many again.
  expect(memory.peek(subject("5"), { wall: 60_000, mono: 60_000 }).shown).toMatchObject({ limit: 2, remaining: 2 });
  for (const network of ["1", "1", "2", "2", "3", "3", "4", "4"]) charge(network, 60_000);
  expect(charge("5", 120_000)).toMatchObject({ refused: null, shown: { limit: 2, remaining: 1 } });
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
