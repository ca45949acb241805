import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../http/errors";
import {
  applyResults,
  type BulkJob,
  changeOf,
  newJob,
  nextBatch,
  removalJob,
  resendRows,
  type Selected,
  sendBulk,
  tally,
} from "./bulk";
import { outcomeWords } from "./bulk-words";
import type { BatchResult } from "./changes/batch-schema";
import { type SentChange, sendChangePets } from "./client";
import { fetchCurrentPets } from "./list/calls";

vi.mock("./client");
vi.mock("./list/calls");
afterEach(() => vi.resetAllMocks());

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
  test("sends only the animals that do not have the value yet, in batches", () => {
    const job = newJob([pet(1), pet(2, { status: "pending" }), pet(3)], PENDING);
    expect(nextBatch(job, 1).map(({ id }) => id)).toEqual(["1"]);
    expect(nextBatch(job, 200).map(({ id }) => id)).toEqual(["1", "3"]);
    expect(tally(job)).toMatchObject({ unsent: 2, done: 1 });
    expect(outcomeWords(job)).toBe("No animals were changed. 1 was already pending.");
  });

  test("a status that cannot follow is refused without being sent", () => {
    const job = newJob([pet(1, { status: "sold" }), pet(2)], PENDING);
    expect(nextBatch(job, 200).map(({ id }) => id)).toEqual(["2"]);
    expect(job.rows[0]).toMatchObject({ state: "refused", why: "An adopted animal has to become available first." });
    expect(resendRows(job, "refused").rows[0]?.state).toBe("refused");
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

  test("a removal leaves animals that were changed, and counts those that are already gone", () => {
    const { rows } = removalJob([pet(1), pet(2), pet(3)]);
    expect(rows.map(changeOf)[0]).toEqual({ id: 1n, ifMatch: "1", remove: true });
    const results = [result(1, 200n, { version: "2" }), result(2, 412n), result(3, 404n)];
    const job = { changeSets: [], rows: applyResults(rows, results, new Map([now(2, "available", "5")])) };
    expect(outcomeWords(job)).toBe("1 animal was removed. 1 was not removed. 1 was already removed.");
    expect(resendRows(job, "theirs").rows.map(changeOf)[1]).toEqual({ id: 2n, ifMatch: "5", remove: true });
  });
});

describe("sending a bulk change", () => {
  /** Sends a job, and returns it with the error that stopped it. */
  async function send(job: BulkJob): Promise<{ job: BulkJob; error: unknown }> {
    let saved = job;
    const save = (next: BulkJob) => {
      saved = next;
    };
    const error = await sendBulk(job, save, new AbortController().signal).catch((reason: unknown) => reason);
    return { job: saved, error };
  }
  const answer = (status: BatchResult["status"]) => async (changes: readonly SentChange[]) => ({
    results: changes.map(({ id }) => result(Number(id), status, { version: "2" })),
    changeSets: status === 200n ? [`${changes[0]?.id}`] : [],
  });

  test("after a lost answer it continues with the next batch, and changes nothing twice", async () => {
    const lost = new ApiError("unavailable", "The connection broke.");
    vi.mocked(sendChangePets)
      .mockImplementation(answer(200n))
      .mockImplementationOnce(answer(200n))
      .mockRejectedValueOnce(lost)
      .mockImplementationOnce(answer(412n));
    vi.mocked(fetchCurrentPets).mockImplementation(
      async (ids) => new Map(ids.map((id) => now(Number(id), "pending", "2"))),
    );
    const animals = Array.from({ length: 500 }, (_, at) => pet(at + 1));
    const { job, error } = await send(newJob(animals, PENDING));
    expect(error).toBe(lost);
    expect(tally(job)).toMatchObject({ done: 200, unsent: 300 });
    const { job: done } = await send(job);
    expect(tally(done)).toMatchObject({ done: 500, unsent: 0 });
    expect(done.changeSets).toEqual(["1", "401"]);
    const sent = vi.mocked(sendChangePets).mock.calls.map(([changes]) => [changes.length, changes[0]?.id]);
    expect(sent).toEqual([
      [200, 1n],
      [200, 201n],
      [200, 201n],
      [100, 401n],
    ]);
  });
});
