import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../http/errors";
import { type BulkJob, newJob, type Selected, sendBulk, tally } from "./bulk";
import { sendChangePets } from "./client";
import { fetchCurrentPets } from "./list/calls";

vi.mock("./client");
vi.mock("./list/calls");

/** The versions of the animals, and how many times each was changed. */
const versions = new Map<bigint, number>();
/** What happens to the next batches: a refusal, or a lost answer. */
let fates: (ApiError | "lost" | undefined)[] = [];

beforeEach(() => {
  versions.clear();
  fates = [];
  vi.mocked(sendChangePets).mockImplementation(async (changes) => {
    expect(changes.length).toBeLessThanOrEqual(200);
    const fate = fates.shift();
    if (fate instanceof ApiError) throw fate;
    const results = changes.map(({ id, ifMatch }) => {
      const version = versions.get(id) ?? 1;
      if (ifMatch !== String(version)) return { id, status: 412n as const };
      versions.set(id, version + 1);
      return { id, status: 200n as const, version: String(version + 1) };
    });
    if (fate === "lost") throw new ApiError("unavailable", "The connection broke.");
    return results;
  });
  vi.mocked(fetchCurrentPets).mockImplementation(async (ids) => {
    const pet = (id: string) => {
      const version = versions.get(BigInt(id)) ?? 1;
      const status = version % 2 === 0 ? "pending" : "available";
      return [id, { id: BigInt(id), name: id, categoryId: 1n, status, version: String(version) }] as const;
    };
    return new Map(ids.map(pet));
  });
});
afterEach(() => vi.resetAllMocks());

const animals = (count: number) =>
  Array.from({ length: count }, (_, at): Selected => {
    const id = String(at + 1);
    return { id, name: `Pet ${id}`, version: "1", status: "available", categoryId: "1" };
  });

/** Sends a job, and returns it with the error that stopped it. */
async function send(job: BulkJob): Promise<{ job: BulkJob; error: unknown }> {
  let saved = job;
  const save = (next: BulkJob) => {
    saved = next;
  };
  const error = await sendBulk(job, save, new AbortController().signal).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { job: saved, error };
}

const PENDING = { status: "pending" } as const;

test.each([
  ["the session ends", new ApiError("unauthorized", "No longer")],
  ["there are too many requests", new ApiError("rate_limited", "Too many")],
  ["an answer is lost", "lost" as const],
])(
  "when %s in the middle, it continues after the batches that were made, and changes nothing twice",
  async (_, fate) => {
    fates = [undefined, fate];
    const { job, error } = await send(newJob(animals(1_000), PENDING));
    expect(error).toBeInstanceOf(ApiError);
    expect(tally(job)).toMatchObject({ done: 200, unsent: 800 });
    const rest = await send(job);
    expect(rest.error).toBeNull();
    expect(tally(rest.job)).toMatchObject({ done: 1_000 });
    expect([...versions.values()].every((version) => version === 2)).toBe(true);
    expect(versions.size).toBe(1_000);
  },
);

test("when the database fails within a batch, what it made is kept, and the rest is sent again", async () => {
  const message = "Not tried, because the database did not answer.";
  vi.mocked(sendChangePets).mockResolvedValueOnce([
    { id: 1n, status: 200n, version: "2" },
    { id: 2n, status: 503n, code: "unavailable", message },
  ]);
  versions.set(1n, 2);
  const { job, error } = await send(newJob(animals(2), PENDING));
  expect(error).toMatchObject({ code: "unavailable", message });
  expect(job.rows.map(({ state }) => state)).toEqual(["done", "unsent"]);
  const rest = await send(job);
  expect(rest.error).toBeNull();
  expect(tally(rest.job)).toMatchObject({ done: 2 });
  expect([...versions.values()]).toEqual([2, 2]);
});
