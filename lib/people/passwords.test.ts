import { availableParallelism } from "node:os";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { isTooBusy } from "../concurrency/capacity";
import { hashPassword, verifyPassword } from "./passwords";

const hashing = vi.hoisted(() => ({ current: 0, most: 0 }));

vi.mock("better-auth/crypto", () => {
  const take = async <T>(result: T) => {
    hashing.most = Math.max(hashing.most, ++hashing.current);
    await turn();
    hashing.current--;
    return result;
  };
  return {
    hashPassword: (password: string) => take(`hash of ${password}`),
    verifyPassword: ({ hash, password }: { hash: string; password: string }) => take(hash === `hash of ${password}`),
  };
});

test("at most half of the processors hash passwords, two at most, and a full queue refuses", async () => {
  const atOnce = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
  const hashes = Array.from({ length: 20 }, (_, at) => hashPassword(`${at}`));
  const checks = Array.from({ length: 12 }, (_, at) => verifyPassword({ hash: "hash of 1", password: `${at}` }));
  const further = Array.from({ length: atOnce + 1 }, () => hashPassword("late"));
  const [refused] = (await Promise.allSettled(further)).filter(({ status }) => status === "rejected");
  expect(refused?.status === "rejected" && isTooBusy(refused.reason)).toBe(true);
  expect(await Promise.all(hashes)).toEqual(hashes.map((_, at) => `hash of ${at}`));
  expect(await Promise.all(checks)).toEqual(checks.map((_, at) => at === 1));
  expect(hashing.most).toBe(atOnce);
});
