import { afterEach, beforeEach, describe, test } from "vitest";
import { generateKey } from "@/lib/keys/format";
import { flushUsage } from "@/lib/keys/usage-store";
import { setClock } from "@/lib/process/clock";
import { setSettings, settings } from "@/lib/process/settings";
import { expectError, expectPets } from "../support/answers";
import { newKey, suiteService } from "../support/service";
import { holdingTransaction, waiting } from "../support/transaction";

const LIMIT = 5;
const service = suiteService({ limits: `${LIMIT},1000` });
const NOON = Date.UTC(2026, 10, 21, 12);
const list = (key: string | null) => service.call("GET /v1/pets?limit=1", { key });
const unknownKeys = (count: number) => Array.from({ length: count }, generateKey);

let minute = 0;
/** Each test has its own minute, in which the clock is stopped. */
let time = NOON;
beforeEach(() => {
  time = NOON + ++minute * 60_000;
  setClock(() => time);
});
afterEach(() => {
  setClock(null);
});

const useUpBudget = async () => {
  for (let index = 0; index < LIMIT; index++) expectError(await list("nonsense"), 401, "unauthorized");
};

describe("an IP address over its stranger limit", () => {
  test("may use its valid keys, even one that this process has never seen, or that is created during the flood", async () => {
    const used = await newKey();
    expectPets(await list(used));
    await useUpBudget();
    const fresh = await newKey();
    expectPets(await list(used));
    expectPets(await list(fresh));
    time += 1_001; // verifications are over
    expectPets(await list(used));
    expectPets(await list(fresh));
    for (const key of unknownKeys(3)) expectError(await list(key), 429, "rate_limited");
    const created = await newKey();
    time += 1_001;
    expectPets(await list(created));
  });
});

describe("strangers within their limits", () => {
  test("cause only a few look-ups at a time", async () => {
    setSettings({ ...settings(), STRANGER_LIMIT: { perMinute: 100_000, perDay: 1_000_000 } });
    // What would otherwise be written meanwhile, and wait too.
    await flushUsage();
    const begin = { sql: "LOCK TABLE keys IN ACCESS EXCLUSIVE MODE" };
    const answers = await holdingTransaction(begin, async () => {
      const all = unknownKeys(40).map(list);
      await waiting(4);
      expectError(await list(null), 401, "unauthorized");
      await waiting(4);
      return all;
    });
    for (const answer of await Promise.all(answers)) expectError(answer, 401, "unauthorized");
  });
});
