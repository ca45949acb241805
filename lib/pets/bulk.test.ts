import { describe, expect, test } from "vitest";
import {
  applyResults,
  changeOf,
  inverseJob,
  newJob,
  nextBatch,
  removalJob,
  resendRows,
  type Selected,
  tally,
} from "./bulk";
import { applicationsFor, outcomeWords } from "./bulk-words";
import type { BatchResult } from "./changes/batch-schema";

const pet = (id: number, more: Partial<Selected> = {}): Selected => ({
  id: String(id),
  name: `Pet ${id}`,
  version: "1",
  status: "available",
  categoryId: "1",
  ...more,
});
const result = (id: number, status: BatchResult["status"], more: Partial<BatchResult> = {}): BatchResult => ({
  id: BigInt(id),
  status,
  ...more,
});
const now = (id: number, status: "available" | "pending" | "sold", version: string) =>
  [String(id), { id: BigInt(id), name: `Pet ${id}`, categoryId: 1n, status, version }] as const;
const PENDING = { status: "pending" } as const;

describe("a bulk change", () => {
  test("animals that the database did not get to are sent again", () => {
    const { rows } = newJob([pet(1), pet(2)], PENDING);
    const [done, left] = applyResults(rows, [result(1, 200n, { version: "2" }), result(2, 503n)], new Map());
    expect([done?.state, left]).toEqual(["done", rows[1]]);
  });

  test("sends only the animals that do not have the value yet, in batches", () => {
    const job = newJob([pet(1), pet(2, { status: "pending" }), pet(3)], PENDING);
    expect(nextBatch(job, 1).map(({ id }) => id)).toEqual(["1"]);
    expect(nextBatch(job, 200).map(({ id }) => id)).toEqual(["1", "3"]);
    expect(tally(job)).toMatchObject({ unsent: 2, done: 1 });
    expect(outcomeWords(job)).toBe("No animals were changed. 1 was already pending.");
  });

  test("a status that cannot follow is refused without being sent, and undoing may set any", () => {
    const job = newJob([pet(1, { status: "sold" }), pet(2)], PENDING);
    expect(nextBatch(job, 200).map(({ id }) => id)).toEqual(["2"]);
    expect(job.rows[0]).toMatchObject({ state: "refused", why: "An adopted animal has to become available first." });
    expect(resendRows(job, "refused").rows[0]?.state).toBe("refused");
    expect(resendRows({ ...job, isUndo: true }, "refused").rows[0]?.state).toBe("unsent");
  });

  test("each animal has a result", () => {
    const { rows } = newJob([pet(1), pet(2), pet(3), pet(4), pet(5), pet(6), pet(7)], PENDING);
    const results = [
      result(1, 200n, { version: "2" }),
      result(2, 404n),
      result(3, 409n, { message: "An adoption of this animal is open" }),
      ...[4, 5, 6].map((id) => result(id, 412n)),
    ];
    const current = new Map([now(4, "pending", "5"), now(5, "available", "5"), now(6, "sold", "5")]);
    const settled = applyResults(rows, results, current);
    expect(settled.map(({ state, version }) => [state, version])).toEqual([
      ["done", "2"],
      ["gone", "1"],
      ["refused", "1"],
      ["done", "5"], // an earlier attempt succeeded, but its answer was lost
      ["unsent", "5"], // somebody changed something else
      ["theirs", "5"],
      ["unsent", "1"], // not in this batch
    ]);
    expect(settled[2]?.why).toBe("An adoption of this animal is open.");
    expect(settled[5]?.theirs).toEqual({ status: "sold" });
  });

  test("an animal that others keep changing is given up after three more tries", () => {
    let { rows } = newJob([pet(1)], PENDING);
    for (let version = 2; version <= 5; version++) {
      expect(rows[0]?.state).toBe("unsent");
      rows = applyResults(rows, [result(1, 412n)], new Map([now(1, "available", String(version))]));
    }
    expect(rows[0]?.state).toBe("theirs");
  });

  test("refused animals can be sent again, and other people's values can be overruled", () => {
    const job = newJob([pet(1), pet(2)], PENDING);
    const current = new Map([now(2, "sold", "9")]);
    const rows = applyResults(job.rows, [result(1, 409n, { message: "x" }), result(2, 412n)], current);
    expect(resendRows({ ...job, rows }, "refused").rows.map(({ state }) => state)).toEqual(["unsent", "theirs"]);
    const [, mine] = resendRows({ ...job, rows }, "theirs").rows;
    expect(mine).toMatchObject({ state: "refused", version: "9", from: { status: "sold" } });
  });

  test("undoing reverts only what was changed, from the versions that this change made", () => {
    const job = newJob([pet(1), pet(2, { status: "pending" }), pet(3)], PENDING);
    const rows = applyResults(job.rows, [result(1, 200n, { version: "2" }), result(3, 404n)], new Map());
    expect(inverseJob({ ...job, rows })).toMatchObject({
      isUndo: true,
      rows: [{ id: "1", version: "2", from: PENDING, to: { status: "available" }, state: "unsent" }],
    });
  });

  test("undoing names the change that it undoes, also after a lost answer and a later change of something else", () => {
    const { rows } = newJob([pet(1), pet(2)], PENDING);
    const results = [result(1, 200n, { version: "2" }), result(2, 412n)];
    const back = inverseJob({ isUndo: false, rows: applyResults(rows, results, new Map([now(2, "pending", "5")])) });
    expect(back.rows.map(changeOf)).toEqual([
      { id: 1n, ifMatch: "2", undo: "2" },
      { id: 2n, ifMatch: "5", undo: "2" },
    ]);
  });

  test("overruling what others chose in the meantime is an ordinary change", () => {
    const { rows } = newJob([pet(1)], PENDING);
    const back = inverseJob({
      isUndo: false,
      rows: applyResults(rows, [result(1, 200n, { version: "2" })], new Map()),
    });
    const theirs = applyResults(back.rows, [result(1, 412n)], new Map([now(1, "sold", "3")]));
    const { rows: mine } = resendRows({ ...back, rows: theirs }, "theirs");
    expect(mine.map(changeOf)).toEqual([{ id: 1n, ifMatch: "3", status: "available" }]);
  });

  test("a removal leaves animals that were changed, counts those that are already gone, and is undone by its version", () => {
    const { rows } = removalJob([pet(1), pet(2), pet(3)]);
    expect(rows.map(changeOf)[0]).toEqual({ id: 1n, ifMatch: "1", remove: true });
    const results = [result(1, 200n, { version: "2" }), result(2, 412n), result(3, 404n)];
    const job = { isUndo: false, rows: applyResults(rows, results, new Map([now(2, "available", "5")])) };
    expect(outcomeWords(job)).toBe("1 animal was removed. 1 was not removed. 1 was already removed.");
    expect(resendRows(job, "theirs").rows.map(changeOf)[1]).toEqual({ id: 2n, ifMatch: "5", remove: true });
    const back = inverseJob(job);
    expect(back.rows.map(changeOf)).toEqual([{ id: 1n, ifMatch: "2", undo: "2" }]);
    // Restored by an earlier attempt, whose answer was lost.
    const restored = applyResults(back.rows, [result(1, 412n)], new Map([now(1, "available", "3")]));
    expect(outcomeWords({ ...back, rows: restored })).toBe("1 animal was restored.");
  });

  test("adopted animals are not sent to be removed, and say why they stay", () => {
    const { rows } = removalJob([pet(1, { status: "sold" }), pet(2)]);
    expect(rows).toMatchObject([
      { state: "refused", why: "An adopted animal stays in the list." },
      { state: "unsent" },
    ]);
  });

  test("an adoption says how many applications it declines for the animals that were changed", () => {
    const applications = [{ petId: 1n }, { petId: 1n }, { petId: 2n }];
    const { rows } = newJob([pet(1), pet(2), pet(3)], { status: "sold" }, applications);
    const results = [result(1, 200n, { version: "2" }), result(2, 409n), result(3, 200n, { version: "2" })];
    const job = { isUndo: false, rows: applyResults(rows, results, new Map()) };
    expect(outcomeWords(job)).toBe("2 animals are now adopted. 1 was not changed. 2 applications were declined.");
    expect(applicationsFor(inverseJob(job))).toBe(0);
  });

  test("undoing an adoption names the version that was made, even after a change of something else", () => {
    const { rows } = newJob([pet(1, { status: "pending" }), pet(2)], { status: "sold" });
    const sold = applyResults(rows, [result(1, 200n, { version: "2" }), result(2, 200n, { version: "2" })], new Map());
    const back = inverseJob({ isUndo: false, rows: sold });
    expect(back.rows.map(changeOf)).toEqual([
      { id: 1n, ifMatch: "2", undo: "2" },
      { id: 2n, ifMatch: "2", undo: "2" },
    ]);
    const [renamed] = applyResults(back.rows, [result(1, 412n)], new Map([now(1, "sold", "3")]));
    expect(renamed && changeOf(renamed)).toEqual({ id: 1n, ifMatch: "3", undo: "2" });
  });
});
