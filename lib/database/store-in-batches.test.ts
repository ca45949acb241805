import { describe, expect, test } from "vitest";
import { storeInBatches } from "./store-in-batches";

const refusal = Object.assign(new Error("refused"), { code: "23503" });
const away = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
const rows = Array.from({ length: 2_500 }, (_, index) => index);

/** Returns a table that refuses a whole batch when one of its rows is bad. */
function table(isBad: (row: number) => boolean) {
  const saved: number[] = [];
  let calls = 0;
  const save = async (batch: number[]) => {
    calls++;
    if (batch.some(isBad)) throw refusal;
    saved.push(...batch);
  };
  return { saved, save, calls: () => calls };
}

describe("storeInBatches", () => {
  test("saves in batches", async () => {
    const { saved, save, calls } = table(() => false);
    expect(await storeInBatches(rows, 1_000, save)).toEqual({ refused: [], unsaved: [], error: null });
    expect(saved.sort((a, b) => a - b)).toEqual(rows);
    expect(calls()).toBe(3);
  });

  test("finds bad rows by halving, and saves every other row once", async () => {
    const { saved, save, calls } = table((row) => row % 1_000 === 7);
    expect((await storeInBatches(rows, 1_000, save)).refused.sort((a, b) => a - b)).toEqual([7, 1_007, 2_007]);
    expect(saved.sort((a, b) => a - b)).toEqual(rows.filter((row) => row % 1_000 !== 7));
    expect(calls()).toBeLessThan(70);
  });

  test("rejects every row if all are bad", async () => {
    const { save } = table(() => true);
    expect((await storeInBatches(rows.slice(0, 9), 4, save)).refused).toHaveLength(9);
  });

  test("returns what was not saved when the database becomes unavailable", async () => {
    const { saved, save } = table(() => false);
    const outcome = await storeInBatches(rows, 1_000, async (batch) => {
      if (saved.length > 0) throw away;
      await save(batch);
    });
    expect(outcome).toMatchObject({ refused: [], error: away });
    expect([...saved, ...outcome.unsaved].sort((a, b) => a - b)).toEqual(rows);
    expect(saved.length).toBeGreaterThan(0);
  });
});
