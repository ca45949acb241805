import { afterEach, expect, test, vi } from "vitest";
import { pool } from "@/lib/database/pool";
import { flushUsage, recordUse } from "@/lib/keys/usage-store";
import type { Verdict } from "@/lib/limits/bucket";
import { asOwner, newKeyWithId, suiteService } from "../support/service";

const service = suiteService();
afterEach(() => vi.restoreAllMocks());

const usageOf = async (id: string) =>
  (await pool().query("SELECT requests, minute, minute_requests FROM key_usage WHERE key_id = $1", [id])).rows;

test("after a failure of the database all rows are written later, but for those of keys that are gone", async () => {
  const { id, key } = await newKeyWithId();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const list = () => service.call("GET /v1/pets?limit=1", { key });
  await list();
  recordUse("key_gone", verdict(Date.now()), false);
  await asOwner("ALTER TABLE key_usage RENAME TO key_usage_elsewhere");
  await flushUsage();
  await asOwner("ALTER TABLE key_usage_elsewhere RENAME TO key_usage");
  await list();
  await flushUsage();
  expect(await usageOf(id)).toMatchObject([{ requests: 2 }]);
});

function verdict(decidedAt: number): Verdict {
  const window = { limit: 1, remaining: 1, reset: 0 };
  return { refused: null, minute: window, day: window, shown: window, decidedAt, newBan: null };
}
