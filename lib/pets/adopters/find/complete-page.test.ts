import { expect, test } from "vitest";
import { hasFacts } from "../cards/filters";
import type { PageReader } from "../cards/page-reader";
import { completePage } from "./complete-page";
import { factsOf, filters, NEAREST, NO_PETS, pageOf, read } from "./complete-page-fixture";

test.each([
  ["kind=cat&age=baby", [12, 8], { ids: [10, 6, 4, 2], heading: NEAREST }],
  ["kind=horse", [], { ids: [12, 11, 10, 9, 8, 7, 6, 5] }],
  ["kind=dog&sex=male", [11, 9, 7], { ids: [5, 3, 1], heading: NEAREST }],
  ["q=pupyy", [], { ids: [11, 9, 7, 5, 3, 1], kind: "dog", spelling: "puppy" }],
  // A name is found among the animals that a page does not have, and comes first.
  ["q=olvie", [], { ids: [12, 11, 10, 9, 8, 7, 6, 5], name: "Olive" }],
  ["q=Catto&kind=cat", [], { ids: [3, 12, 10, 8, 6, 4, 2], name: "Cato" }],
  ["q=nobody", [], { ids: [12, 11, 10, 9, 8, 7, 6, 5] }],
  // A name that was found is not a typing error.
  ["q=kiten", [1], { ids: [12, 11, 10, 9, 8, 7, 6, 5] }],
  ["q=cat", [1], { ids: [12, 10, 8, 6, 4, 2], kind: "cat" }],
])("below /?%s with the animals %j are others", async (query, ids, expected) => {
  const { others } = await completePage(filters(query), pageOf(ids), read);
  const { pets, ...meant } = others ?? { pets: [] };
  expect({ ids: pets.map(({ id }) => Number(id)), ...meant }).toEqual(expected);
});

test("below an empty list, others come in the order of how many wishes they meet", async () => {
  const { others, empty } = await completePage(filters("kind=dog&age=senior&good=cats"), NO_PETS, read);
  // The one that is not good with cats is left out.
  expect(others?.pets.map(({ id }) => Number(id))).toEqual([5, 9, 7, 3, 1]);
  expect(others?.heading).toBe(NEAREST);
  expect(empty?.links).toEqual([
    { words: "Without “senior” (1)", target: filters("kind=dog&good=cats") },
    { words: "Without “good with cats” (2)", target: filters("kind=dog&age=senior") },
    {
      words: "See pending senior dogs, good with cats",
      target: filters("kind=dog&age=senior&good=cats&status=pending"),
    },
    { words: "Clear filters", target: filters("kind=dog") },
    { words: "Show all available animals", target: filters("") },
  ]);
});

test("where no animal matches a described one, those whose stories mention its other words come before equal ones", async () => {
  const readNone: PageReader = async (source, limit, reading) =>
    hasFacts(source) ? NO_PETS : read(source, limit, reading);
  for (const [word, ids] of [
    ["fence", [5, 9, 3, 7, 1]],
    ["calm", [5, 9, 7, 3, 1]],
    ["lazy", [5, 9, 7, 3, 1]],
  ] as const) {
    const query = `q=a+${word}+old+dog+for+a+family+with+a+cat`;
    const { others, note, pets, heading } = await completePage(filters(query), NO_PETS, readNone);
    expect(pets).toEqual([]);
    expect(heading).toBeUndefined();
    expect(others?.pets.map(({ id }) => Number(id))).toEqual(ids);
    expect(note).toBe(word === "fence" ? undefined : `We found nothing about “${word}”.`);
  }
});

test("below a short list, a note says that only other stories mention the other words of a search", async () => {
  const readShort: PageReader = async (source, limit, reading) =>
    hasFacts(source) ? (reading?.inText || source.q ? NO_PETS : pageOf([7])) : read(source, limit, reading);
  const { others, note, pets } = await completePage(filters("q=fence+old+dog+with+cats"), NO_PETS, readShort);
  expect([pets.length, others?.pets.filter(({ textExcerpt }) => textExcerpt).length, note]).toEqual([
    1,
    1,
    "This animal does not have “fence” in its story, but Cato does: see below.",
  ]);
});

test.each([
  ["q=olive", [1, 2], undefined, undefined],
  ["q=kitten", [1, 2, 3, 4, 5, 6], "Filter by: kittens", "kind=cat&age=baby"],
  ["q=cat", [1], "Filter by: cats", "kind=cat"],
  // The controls show what the list has instead.
  ["q=old+dog&kind=cat&good=cats", [], undefined, undefined],
  // The pictures of the kinds say so already.
  ["q=dog", [], undefined, undefined],
])("the search /?%s that finds %j suggests: %s", async (query, ids, words, target) => {
  const { suggestions } = await completePage(filters(query), pageOf(ids), read);
  expect(suggestions).toEqual(words && [{ words, target: filters(target ?? "") }]);
});

test("a word that would find nothing is not suggested", async () => {
  const noBirds: PageReader = async (source, limit, reading) =>
    source.kind === "bird" ? NO_PETS : read(source, limit, reading);
  expect((await completePage(filters("q=budgei"), NO_PETS, read)).note).toBe("Showing results for “budgie”.");
  expect((await completePage(filters("q=parot"), NO_PETS, noBirds)).others?.spelling).toBeUndefined();
  expect((await completePage(filters("q=pupyy"), NO_PETS, noBirds)).others?.spelling).toBe("puppy");
});

test("the animals closest to an age are of the chosen kind", async () => {
  const few: PageReader = async (source, limit, reading) => (source.age ? NO_PETS : read(source, limit, reading));
  const { others } = await completePage(filters("q=young&kind=cat&sex=female"), NO_PETS, few);
  expect(others?.pets.slice(0, 6).map(({ categoryId }) => categoryId)).toEqual([2n, 2n, 2n, 2n, 2n, 2n]);
});

test("a story of another kind is no reason to name an animal", async () => {
  const few: PageReader = async (source, limit, reading) => {
    if (source.kind !== "cat" || source.q) return read(source, limit, reading);
    return { ...pageOf(reading?.inText ? [] : [2]), facts: [factsOf(2n)] };
  };
  const { others, note } = await completePage(filters("q=calm+cat&sex=female"), NO_PETS, few);
  expect([note, others?.heading]).toEqual(["We found nothing about “calm”.", undefined]);
  expect(others?.pets.filter(({ textExcerpt }) => textExcerpt)).toEqual([]);
});

test("every search gets its answer after a few readings, whatever its words are", async () => {
  const words = [
    "cats",
    "dog",
    "with",
    "friendly",
    "labradr",
    "kiten",
    "hosre",
    "old",
    "lunna",
    "rex",
    "xyz",
    "guinea",
    "under 2",
    "flat",
    "calm",
  ];
  for (const first of words) {
    for (const second of words) {
      for (const third of ["", ...words]) {
        let readings = 0;
        const counted: PageReader = (...call) => {
          if (++readings > 25) throw new Error("too many readings");
          return read(...call);
        };
        await completePage({ ...filters(""), q: `${first} ${second} ${third}` }, NO_PETS, counted);
        expect(readings, `${first} ${second} ${third}`).toBeLessThanOrEqual(26);
      }
    }
  }
});

test("other lists stay as they are: the first page, long ones, later pages, and those whose others cannot be read", async () => {
  const few = pageOf([1]);
  const long = pageOf([5, 4, 3, 2, 1]);
  const failing = () => Promise.reject(new Error("unavailable"));
  expect(await completePage(filters(""), few, read)).toEqual(few);
  expect(await completePage(filters("kind=dog"), long, read)).toEqual(long);
  expect(await completePage(filters("kind=dog&cursor=c"), few, read)).toEqual(few);
  expect(await completePage(filters("kind=dog"), few, failing)).toEqual(few);
});
