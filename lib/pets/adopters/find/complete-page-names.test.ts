import { expect, test } from "vitest";
import type { PageReader } from "../cards/page-reader";
import { completePage } from "./complete-page";
import { filters, headingOf, NO_PETS, pageOf, read } from "./complete-page-fixture";

test("the other words of a search may be the name of another kind of animal, or near to one", async () => {
  const named: PageReader = async (source, limit, reading) => {
    const tortoise = { id: 30n, name: "Olive", categoryId: 7n };
    const cat = { id: 31n, name: "Oliver", categoryId: 2n, status: "sold" as const };
    if (source.q === "olive") return { ...NO_PETS, pets: source.kind ? [] : [tortoise] };
    if (limit === 100 && source.kind === "cat" && !source.status) return { ...NO_PETS, pets: [cat] };
    return reading?.inText || source.q ? NO_PETS : { ...NO_PETS, pets: [{ id: 2n, name: "Misty", categoryId: 2n }] };
  };
  const { note, suggestions, pets } = await completePage(filters("q=olive+cat"), NO_PETS, named);
  expect(pets.map(({ name }) => name)).toEqual(["Misty"]);
  expect(note).toBe("We found nothing about “olive” among our cats. Do you mean one of these?");
  expect(suggestions).toEqual([
    { words: "Olive, a tortoise", target: filters("q=Olive") },
    { words: "Oliver, an adopted cat", target: filters("q=Oliver") },
  ]);
});

test("of animals that are not available, the pending ones come first", async () => {
  const { leadingMatches } = await completePage(filters("q=hayloft&sort=oldest"), NO_PETS, read);
  expect(leadingMatches?.pets.map(({ status }) => status)).toEqual(["pending", "sold"]);
  const latest = await completePage(filters("q=hayloft"), NO_PETS, read);
  expect(latest.leadingMatches?.pets.map(({ status }) => status)).toEqual(["pending", "sold"]);
});

test("a corrected search that is a name says whose name", async () => {
  const named: PageReader = async (source, limit, reading) =>
    source.q === "kitten" ? pageOf([2]) : read(source, limit, reading);
  const page = await completePage(filters("q=kiten"), NO_PETS, named);
  expect([headingOf("q=kiten", page), page.note]).toEqual(["Animals called “kitten”", "Showing results for “kitten”."]);
  expect(page.pets.map(({ id }) => id)).toEqual([2n]);
});

test("a misspelled name of an animal that is not available leads to it", async () => {
  const page = await completePage(filters("q=Pumpkjn"), NO_PETS, async (source, limit, reading) =>
    source.status === undefined && source.q === undefined && !reading?.inText
      ? { ...NO_PETS, pets: [{ id: 20n, name: "Pumpkin", categoryId: 2n, status: "pending" as const }] }
      : read(source, limit, reading),
  );
  expect(page.leadingMatches ?? page).toMatchObject({ pets: [{ name: "Pumpkin" }] });
});

test("below an animal with another status, those of other kinds with the name that was typed are linked", async () => {
  const named: PageReader = async (source, limit, reading) => {
    const oliver = { id: 91n, name: "Oliver", categoryId: 2n, status: "sold" as const };
    const olive = { id: 92n, name: "Olive", categoryId: 7n };
    if (source.q !== "olive") return read(source, limit, reading);
    if (source.status) return NO_PETS;
    return { ...NO_PETS, pets: source.kind ? [oliver] : [oliver, olive] };
  };
  const { heading, suggestions } = await completePage(filters("q=olive&kind=cat"), NO_PETS, named);
  expect(heading).toBe("Oliver has found a home");
  expect(suggestions).toEqual([{ words: "Olive, a tortoise", target: filters("q=Olive") }]);
});

test("an animal with another status is called what was typed without the letters of its language", async () => {
  const named: PageReader = async (source, limit, reading) => {
    const pets = ["Ørn", "Ørnulf"].map((name, id) => ({
      id: BigInt(id),
      name,
      categoryId: 1n,
      status: "sold" as const,
    }));
    return source.q === "orn" ? { ...NO_PETS, pets: source.status ? [] : pets } : read(source, limit, reading);
  };
  const { heading, leadingMatches } = await completePage(filters("q=orn"), NO_PETS, named);
  expect([heading, leadingMatches?.pets.map(({ name }) => name)]).toEqual(["Ørn has found a home", ["Ørn"]]);
});

test("what nobody is called says so, and leads to what was probably meant", async () => {
  const { heading, empty } = await completePage(filters("q=pupyy"), NO_PETS, read);
  expect(heading).toBe("No results for “pupyy”");
  const link = { words: "“puppy”", target: filters("q=puppy") };
  expect(empty).toMatchObject({ title: "Did you mean", meant: link, links: [{ words: "See dogs" }, {}] });
  const name = await completePage(filters("q=olvie"), NO_PETS, read);
  expect(name.empty?.meant).toEqual({ words: "Olive", target: filters("q=Olive") });
  const none = await completePage(filters("q=xyz"), NO_PETS, read);
  expect(none.empty).toMatchObject({
    title: "Not in any name or story",
    advice: expect.stringMatching(/^Try another spelling/),
    links: [
      { words: "Show all available animals" },
      { words: "Try “young female cat”", target: filters("q=young+female+cat") },
    ],
  });
  const sentence = await completePage(filters("q=first+time+owner"), NO_PETS, read);
  expect(sentence.empty?.advice).toMatch(/^Say what kind or breed you look for/);
  const colours = await completePage(filters("q=black+and+white"), NO_PETS, read);
  expect(colours.empty?.advice).toBe("Stories do not always name a colour: look at the pictures.");
});

/** Lists two dogs, which can also be found by name. */
const readByName: PageReader = async (source, limit, { inText } = {}) => {
  // The story of Luna says her name.
  if (inText !== undefined) return inText === "luna" ? pageOf([2]) : NO_PETS;
  if (source.kind === "cat") return NO_PETS;
  const pets = [
    { id: 2n, name: "Luna", categoryId: 1n },
    { id: 1n, name: "Rex", categoryId: 1n },
  ];
  const { q } = source;
  return q === undefined && limit !== undefined && limit < 2
    ? NO_PETS
    : { ...NO_PETS, pets: pets.filter(({ name }) => q === undefined || name.toLowerCase() === q.toLowerCase()) };
};

test.each([
  ["q=luna+dog", "q=luna&kind=dog", "Dogs called “luna”", undefined],
  ["q=lunna+dog", "q=Luna&kind=dog", "Dogs called “Luna”", "No dog is called “lunna”. These are dogs called “Luna”."],
  ["q=lunna", "q=Luna", "Animals called “Luna”", "No animal is called “lunna”. These are animals called “Luna”."],
  [
    "q=lunna&kind=dog",
    "q=Luna&kind=dog",
    "Dogs called “Luna”",
    "No dog is called “lunna”. These are dogs called “Luna”.",
  ],
])("for /?%s, where no name matches, the list and the counts are of /?%s: %s", async (query, meant, heading, note) => {
  const page = await completePage(filters(query), NO_PETS, readByName);
  expect([page.pets.map(({ name }) => name), headingOf(query, page), page.note]).toEqual([["Luna"], heading, note]);
  expect([page.meantFilters, page.countedFilters]).toEqual([filters(meant), filters(meant)]);
});

const NAMED_LUNA = "No animal is called “lunna”. These are animals called “Luna”.";

test("a word that was probably meant finds all animals with it in their names", async () => {
  const all = ["Luna Belle", "Rex", "Luna"].map((name, at) => ({ id: BigInt(3 - at), name, categoryId: 1n }));
  const readByWord: PageReader = async ({ q }, _limit, { inText } = {}) =>
    inText === undefined ? { ...NO_PETS, pets: all.filter(({ name }) => name.includes(q ?? "")) } : NO_PETS;
  const { pets, note } = await completePage(filters("q=lunna"), NO_PETS, readByWord);
  expect([pets.map(({ name }) => name), note]).toEqual([["Luna Belle", "Luna"], NAMED_LUNA]);
});

test("a misspelled name also leads to an animal of another status whose name is as near", async () => {
  const olive = { id: 40n, name: "Olive", categoryId: 7n };
  const oliver = { id: 41n, name: "Oliver", categoryId: 2n, status: "sold" as const };
  const named: PageReader = async ({ status, q }, _limit, { inText } = {}) => {
    const all = status === undefined ? [olive, oliver] : [olive];
    const isCalled = ({ name }: { name: string }) => q === undefined || name.toLowerCase().includes(q.toLowerCase());
    return { ...NO_PETS, pets: inText === undefined ? all.filter(isCalled) : [] };
  };
  const { pets, note, suggestions } = await completePage(filters("q=olivr"), NO_PETS, named);
  expect(pets).toEqual([olive]);
  expect(note).toBe("No animal is called “olivr”. These are animals called “Olive”. Or do you mean this one?");
  expect(suggestions).toEqual([{ words: "Oliver, an adopted cat", target: filters("q=Oliver") }]);
});

test("an animal that the other filters exclude is only suggested", async () => {
  const { pets, others, empty } = await completePage(filters("q=lunna&kind=cat"), NO_PETS, readByName);
  expect([pets, others?.name, empty?.title]).toEqual([[], "Luna", "Did you mean"]);
});

test.each([
  ["q=olive", 1, "Similar name: Oliver, an adopted cat"],
  // So many are called this that nobody means another.
  ["q=olive", 5, undefined],
  ["q=oliver", 1, undefined],
] as const)("a search for /?%s that finds %i animals has the link: %s", async (query, count, words) => {
  const oliver = { id: 31n, name: "Oliver", categoryId: 2n, status: "sold" as const };
  const found = pageOf([1, 2, 4, 5, 6].slice(0, count));
  const all = { ...NO_PETS, pets: [oliver, ...found.pets] };
  const named: PageReader = async (source, limit, reading) =>
    limit === 100 && !source.status && !source.q ? all : read(source, limit, reading);
  const { suggestions, pets } = await completePage(filters(query), found, named);
  expect(pets).toHaveLength(count);
  expect(suggestions).toEqual(words && [{ words, target: filters("q=Oliver") }]);
});
