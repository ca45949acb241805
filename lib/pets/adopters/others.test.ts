import { expect, test } from "vitest";
import { kindOf, type PetFilters, parseFilters } from "./filters";
import { withOthers } from "./others";

const filters = (query: string) => parseFilters(new URLSearchParams(query));
/** A page with animals of these ids. Those with even ids are cats, the others dogs. */
const pageOf = (ids: readonly number[], next: string | null = null) => ({
  pets: ids.map((id) => ({ id: BigInt(id), name: id === 3 ? "Cato" : "Olive", categoryId: id % 2 === 0 ? 2n : 1n })),
  next,
  prev: null,
});
/** The animals whose stories mention a word. */
const STORIES: Record<string, number[]> = { dog: [12, 11], labrador: [11], fence: [12, 3] };
/** Lists twelve animals. */
const read = async (source: PetFilters, limit = 9, story?: string) => {
  if (story !== undefined) return pageOf(STORIES[story] ?? []);
  const page = pageOf([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  const kind = kindOf(source);
  return { ...page, pets: page.pets.filter(({ categoryId }) => !kind || categoryId === kind.id).slice(0, limit) };
};

test.each([
  ["kind=cat&age=baby", [12, 8], { ids: [10, 6, 4, 2] }],
  ["kind=horse", [], { ids: [12, 11, 10, 9, 8, 7, 6, 5] }],
  ["kind=dog&sex=male", [11, 9, 7], { ids: [5, 3, 1, 12, 10, 8, 6, 4] }],
  ["q=kiten", [], { ids: [12, 10, 8, 6, 4, 2], kind: "cat", spelling: "kitten" }],
  // A name is found among the animals that a page does not have, and comes first.
  ["q=olvie", [], { ids: [12, 11, 10, 9, 8, 7, 6, 5], name: "Olive" }],
  ["q=Catto&kind=cat", [], { ids: [3, 12, 10, 8, 6, 4, 2], name: "Cato" }],
  ["q=nobody", [], { ids: [12, 11, 10, 9, 8, 7, 6, 5] }],
  // A name that was found is not a typing error.
  ["q=kiten", [1], { ids: [12, 11, 10, 9, 8, 7, 6, 5] }],
  ["q=cat", [1], { ids: [12, 10, 8, 6, 4, 2], kind: "cat" }],
])("below /?%s with the animals %j are others", async (query, ids, expected) => {
  const { others } = await withOthers(filters(query), pageOf(ids), read);
  const { pets, ...meant } = others ?? { pets: [] };
  expect({ ids: pets.map(({ id }) => Number(id)), ...meant }).toEqual(expected);
});

test.each([
  ["q=dog", "kind=dog", 6, "No animal is called “dog”. These are all dogs."],
  ["q=labrador&kind=cat", "kind=dog", 6, "No cat is called “labrador”."],
  ["q=kitten&status=sold&good=dogs&sort=oldest", "kind=cat&status=sold&good=dogs&sort=oldest", 6, null],
  ["q=pony", "kind=horse", 0, "No animal is called “pony”."],
])("for /?%s, where no name matches, /?%s is listed and says so", async (query, shown, count, note) => {
  const page = await withOthers(filters(query), pageOf([]), read);
  expect(page.instead?.filters).toEqual(filters(shown));
  expect(page.pets).toHaveLength(count);
  const expected = note ?? "No animal with these filters is called “kitten”. These are all cats.";
  expect(page.instead?.note.replaceAll(/[\u2068\u2069]/g, "")).toBe(expected);
  // A kind without animals still shows others.
  expect(page.others === undefined).toBe(count > 0);
});

test.each([
  ["q=labrador", "1 dog whose story mentions “labrador”", "All dogs", 6],
  ["q=labrador&sex=male", "1 dog whose story mentions “labrador”", "All dogs with these filters", 6],
  ["q=fence", "2 animals whose stories mention “fence”", undefined, 0],
  // The word for a kind is in too many stories.
  ["q=dog", undefined, undefined, 6],
])("for /?%s, stories are searched: %s", async (query, heading, rest, count) => {
  const { pets, mentions, empty, others } = await withOthers(filters(query), pageOf([]), read);
  expect(mentions?.heading.replaceAll(/[\u2068\u2069]/g, "")).toBe(heading);
  expect([mentions?.rest, pets.length]).toEqual([rest, count]);
  expect(empty).toBeUndefined();
  const ids = mentions?.pets.map(({ id }) => id) ?? [];
  expect(others?.pets.filter(({ id }) => ids.includes(id)) ?? []).toEqual([]);
});

test("other lists stay as they are: the first page, long ones, later pages, and those whose others cannot be read", async () => {
  const few = pageOf([1]);
  const long = pageOf([5, 4, 3, 2, 1]);
  const failing = () => Promise.reject(new Error("unavailable"));
  expect(await withOthers(filters(""), few, read)).toBe(few);
  expect(await withOthers(filters("kind=dog"), long, read)).toBe(long);
  expect(await withOthers(filters("kind=dog&cursor=c"), few, read)).toBe(few);
  expect(await withOthers(filters("kind=dog"), few, failing)).toBe(few);
});
