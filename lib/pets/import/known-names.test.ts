import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import type { Pet } from "../schema";
import { findKnownNames, linesAlike } from "./known-names";
import { readRows } from "./read-rows";
import { guessColumns, readTable } from "./table";

afterEach(() => {
  vi.useRealTimers();
});

const PAGE = 100;
const pet = (id: number): Pet => ({ id: BigInt(id), name: `Pét ${id}`, categoryId: 1n });

/** Makes a list of this many animals, with ids from 1. */
const listOf = (count: number) =>
  vi.fn(async (cursor: string) => {
    const from = Number(cursor);
    const pets = Array.from({ length: Math.min(PAGE, count - from) }, (_, at) => pet(from + at + 1));
    return { pets, next: from + PAGE < count ? String(from + PAGE) : null };
  });

/** Looks for names, and returns what was found. */
async function find(
  names: readonly string[],
  { lookUp = async (_: string): Promise<Pet[]> => [], readPage = listOf(0) },
) {
  const found = new Map<string, readonly Pet[]>();
  const compared = await findKnownNames(names, {
    lookUp,
    readPage,
    onFound: (more) => {
      for (const [name, pets] of more) found.set(name, pets);
    },
    signal: new AbortController().signal,
  });
  return { compared, found };
}

const names = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `pet ${from + at}`);

test("each of a few names is looked up, also after a 429", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const asked: string[] = [];
  const lookUp = async (name: string) => {
    asked.push(name);
    if (asked.length === 2) throw new ApiError("rate_limited", "Too many", { "retry-after": "1" });
    return name === "pet 2" ? [pet(2)] : [];
  };
  const search = find(names(3), { lookUp });
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await search).toEqual({ compared: null, found: new Map([["pet 2", [pet(2)]]]) });
  expect(asked).toEqual(["pet 1", "pet 2", "pet 2", "pet 3"]);
});

test("10,000 names are compared with the whole list, in a request for each page", async () => {
  const readPage = listOf(950);
  const { compared, found } = await find(names(10_000, 901), { readPage });
  expect(compared).toBeNull();
  expect(found.size).toBe(50);
  expect(readPage).toHaveBeenCalledTimes(10);
});

test("a new row looks like an animal with the same name and kind, however the name is written", () => {
  const table = readTable("name\tkind\tid\nPet 7\tdog\t\nPet 7\tcat\t\npet 8\tdog\t\nPet 7\tdog\t7\nPet 7\tdragon\t");
  const rows = readRows(table, guessColumns(table));
  expect(linesAlike(rows, new Map([["pet 7", [pet(7)]]]))).toEqual([2]);
});
