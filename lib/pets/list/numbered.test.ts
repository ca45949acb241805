import { expect, test } from "vitest";
import { numberOf, readWithNumbered } from "./numbered";
import type { PetsPage } from "./schema";

const pet = (id: bigint, name: string) => ({ id, name, categoryId: 1n });
const NAMED = [pet(70n, "Agent 59"), pet(59n, "Litter 59")];

/** Stands for the list operation, and collects the queries that it was asked. */
function reader(asked: string[]) {
  return async (search: URLSearchParams): Promise<PetsPage> => {
    asked.push(search.toString());
    const ids = search.get("ids");
    const pets = ids === null ? NAMED : [...NAMED, pet(8n, "Eight")].filter(({ id }) => id.toString() === ids);
    return { pets, next: ids === null ? "more" : null, prev: search.get("cursor") === "x" ? "newer" : null };
  };
}

test.each([
  ["59", 59n],
  [" #59 ", 59n],
  ["0059", 59n],
  ["9223372036854775808", null],
  ["-5", null],
  ["59a", null],
  ["#", null],
  ["", null],
])("%j means the number %s", (q, number) => {
  expect(numberOf(q)).toBe(number);
});

test("the animal with the number is first, once, and has the other filters", async () => {
  const asked: string[] = [];
  const page = await readWithNumbered(new URLSearchParams("q=%2359&status=sold&limit=25"), reader(asked));
  expect(page.pets.map(({ name }) => name)).toEqual(["Litter 59", "Agent 59"]);
  expect(page.next).toBe("more");
  expect(asked).toEqual(["q=%2359&status=sold&limit=25", "status=sold&limit=25&ids=59"]);
});

test.each([
  ["a search for a name", "q=agent"],
  ["no search", "limit=25"],
])("%s reads only the list", async (_, query) => {
  const asked: string[] = [];
  expect((await readWithNumbered(new URLSearchParams(query), reader(asked))).pets).toEqual(NAMED);
  expect(asked).toEqual([query]);
});

test("a later page does not repeat the animal with the number", async () => {
  const asked: string[] = [];
  const { pets } = await readWithNumbered(new URLSearchParams("q=59&cursor=x"), reader(asked));
  expect(pets.map(({ name }) => name)).toEqual(["Agent 59"]);
  expect(asked).toEqual(["q=59&cursor=x"]);
});

test("the first page has the animal with the number, also when people page back to it", async () => {
  const { pets } = await readWithNumbered(new URLSearchParams("q=59&cursor=back"), reader([]));
  expect(pets.map(({ name }) => name)).toEqual(["Litter 59", "Agent 59"]);
});
