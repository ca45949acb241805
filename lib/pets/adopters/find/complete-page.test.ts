import { expect, test } from "vitest";
import { AGE_GROUPS } from "../../profile/choices";
import type { CardsPage, StoryExcerpt } from "../cards/card";
import { hasFacts, kindOf, type PetFilters, parseFilters, without } from "../cards/filters";
import { listHeading } from "../cards/list-words";
import type { Facts } from "../cards/nearest";
import type { CardsWithFacts, PageReader, ReadOptions } from "../cards/page-reader";
import { completePage } from "./complete-page";

const filters = (query: string) => parseFilters(new URLSearchParams(query));
/** The heading of the page of a search. */
const headingOf = (query: string, page: CardsPage) => listHeading(page.meantFilters ?? filters(query), page);
/** A page with animals of these ids. Those with even ids are cats, the others dogs. */
const pageOf = (ids: readonly number[], next: string | null = null) => ({
  pets: ids.map((id) => ({ id: BigInt(id), name: id === 3 ? "Cato" : "Olive", categoryId: id % 2 === 0 ? 2n : 1n })),
  next,
  prev: null,
});
/** The animals whose stories mention a word. */
const STORIES: Record<string, number[]> = { dog: [12, 11], labrador: [11], calm: [11], fence: [12, 3], rex: [12] };
/** Animals that are not available, each with its status. */
const GONE = [
  { id: 20n, name: "Pumpkin", categoryId: 2n, status: "pending" as const },
  { id: 21n, name: "Rex", categoryId: 1n, status: "sold" as const },
  { id: 22n, name: "Rexona", categoryId: 1n, status: "pending" as const },
  { id: 23n, name: "Bunny", categoryId: 3n, status: "sold" as const },
  { id: 24n, name: "Fencer", categoryId: 1n, status: "sold" as const },
];
/** The facts of an animal: the last is not good with cats, the one before is, and nothing is known of the others. */
const factsOf = (id: bigint): Facts => ({
  ageGroup: id === 5n || id === 11n ? "senior" : null,
  sex: null,
  size: null,
  goodWith: { children: null, dogs: null, cats: id === 9n ? true : id === 11n ? false : null },
});
const EXCERPT: StoryExcerpt = ["", "excerpt", ""];
/** Lists twelve animals. */
const read = async (source: PetFilters, limit = 9, { story, withFacts }: ReadOptions = {}): Promise<CardsWithFacts> => {
  const page = pageOf(story === undefined ? [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] : (STORIES[story] ?? []));
  if (source.q !== undefined) {
    const q = source.q.toLowerCase();
    return { ...NO_PETS, pets: source.status ? [] : GONE.filter(({ name }) => name.toLowerCase().includes(q)) };
  }
  if (source.status === "pending" || source.status === undefined) {
    const told = story === "hayloft" ? GONE.slice(0, 2) : story === "barn" ? GONE.slice(1, 2) : [];
    if (story !== undefined)
      return { ...NO_PETS, pets: told.filter(({ status }) => status === (source.status ?? status)) };
  }
  const kind = kindOf(source);
  const all = story === undefined ? page.pets : page.pets.map((pet) => ({ ...pet, storyExcerpt: EXCERPT }));
  const pets = all.filter(({ categoryId }) => !kind || categoryId === kind.id).slice(0, limit);
  return { ...page, pets, ...(withFacts && { facts: pets.map(({ id }) => factsOf(id)) }) };
};
const NO_PETS = pageOf([]);
const NEAREST = "Closest to what you look for";
const DOGS = "Dogs waiting for a home";

test.each([
  ["kind=cat&age=baby", [12, 8], { ids: [10, 6, 4, 2], heading: NEAREST }],
  ["kind=horse", [], { ids: [12, 11, 10, 9, 8, 7, 6, 5] }],
  ["kind=dog&sex=male", [11, 9, 7], { ids: [5, 3, 1, 12, 10, 8, 6, 4], heading: NEAREST }],
  ["q=pupy", [], { ids: [11, 9, 7, 5, 3, 1], kind: "dog", spelling: "puppy" }],
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
    { words: "Clear filters", target: filters("kind=dog") },
    { words: "Show all available animals", target: filters("") },
  ]);
});

test.each([
  ["q=dog", "kind=dog", 6, undefined, "Dogs waiting for a home"],
  ["q=dog&status=all", "kind=dog&status=all", 6, undefined, "All dogs"],
  ["q=pony", "kind=horse", 0, undefined, "Horses waiting for a home"],
  ["q=ginger+pony", "kind=horse", 0, "We found nothing about “ginger”.", "Horses waiting for a home"],
  [
    "q=a+tiny+pony+for+a+family+with+a+cat+and+small+children",
    "kind=horse&size=small&good=children&good=cats",
    0,
    undefined,
    "No horses match these filters",
  ],
  ["q=kitten", "kind=cat&age=baby", 6, undefined, "Baby cats"],
  [
    "q=kitten&status=sold&good=dogs&sort=oldest",
    "kind=cat&age=baby&status=sold&good=dogs&sort=oldest",
    6,
    undefined,
    "Adopted baby cats, good with dogs",
  ],
  [
    "q=dog+for+children&good=cats",
    "kind=dog&good=children&good=cats",
    6,
    undefined,
    "Dogs, good with children and cats",
  ],
])(
  "for /?%s, where no name matches, /?%s is listed, and nobody needs to be called that",
  async (query, shown, count, note, heading) => {
    const page = await completePage(filters(query), NO_PETS, read);
    expect(page.meantFilters).toEqual(filters(shown));
    expect(page.pets).toHaveLength(count);
    expect([page.note, headingOf(query, page)]).toEqual([note, heading]);
    // A kind without animals still shows others.
    expect(page.others === undefined).toBe(count > 0);
  },
);

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
    hasFacts(source) ? (reading?.story || source.q ? NO_PETS : pageOf([7])) : read(source, limit, reading);
  const { others, note, pets } = await completePage(filters("q=fence+old+dog+with+cats"), NO_PETS, readShort);
  expect([pets.length, others?.pets.filter(({ storyExcerpt }) => storyExcerpt).length, note]).toEqual([
    1,
    1,
    "This story does not say “fence”, but the story of Cato does: see below.",
  ]);
});

test.each([
  ["q=labrador", [11], "1 dog whose story says “labrador”", "Other dogs", 5],
  ["q=labrador&sex=male", [11], "1 dog whose story says “labrador”", "Other male dogs", 5],
  ["q=calm+old+dog", [11], "1 dog whose story says “calm”", "Other senior dogs", 5],
  ["q=fence", [12, 3], "2 animals whose story says “fence”", undefined, 0],
  // Words for kinds and facts are in too many stories.
  ["q=dog", undefined, undefined, undefined, 6],
  // Where no available animal has such a story, others may.
  ["q=hayloft", [20, 21], "2 pending or adopted animals whose story says “hayloft”", undefined, 0],
  ["q=barn", [21], "1 adopted animal whose story says “barn”", undefined, 0],
  ["q=hayloft+cat", [20], "1 pending cat whose story says “hayloft”", "All cats", 6],
  // Breeds have other names, and more words than stories have.
  ["q=labs", [11], "1 dog whose story says “labrador”", "Other dogs", 5],
  // Stories have other words for a character.
  ["q=quiet", [11], "1 animal whose story says “calm”", undefined, 0, "No available animal’s story says “quiet”."],
  [
    "q=easy+going+dog",
    [11],
    "1 dog whose story says “calm”",
    "Other dogs",
    5,
    "No available dog’s story says “easy going”.",
  ],
  [
    "q=chocolate+labrador",
    [11],
    "1 dog whose story says “labrador”",
    "Other dogs",
    5,
    "No available dog’s story says “chocolate labrador”.",
  ],
  // A whole name comes before a story, and a part of one after it.
  ["q=rex", [21], "Rex has found a home", undefined, 0],
  ["q=rexo", [22], "Rexona is pending", undefined, 0],
  ["q=rex&status=pending&kind=dog", [21], "Rex has found a home", undefined, 0],
  ["q=pumpkin&status=sold", [20], "Pumpkin is pending", undefined, 0],
  ["q=n&status=available", [22, 23, 24, 20], "4 pending or adopted animals called “n”", undefined, 0],
  ["q=bunny", [23], "Bunny has found a home", "All rabbits", 0],
])(
  "for /?%s, where no name matches, %j are shown first: %s",
  async (query, ids, heading, rest, count, said = undefined) => {
    const { pets, storyMatches, heading: shown, others, note } = await completePage(filters(query), NO_PETS, read);
    const found = storyMatches?.pets.map(({ id }) => Number(id));
    expect(found?.toSorted()).toEqual(ids?.toSorted());
    // What is found is not shown twice.
    expect(pets.filter(({ id }) => ids?.includes(Number(id)))).toEqual([]);
    expect([storyMatches?.rest, pets.length]).toEqual([rest, count]);
    expect([shown, note]).toEqual([heading, said]);
    expect(others?.pets.filter(({ id }) => ids?.includes(Number(id))) ?? []).toEqual([]);
  },
);

test.each([
  ["q=olive", [1, 2], undefined, undefined],
  ["q=kitten", [1, 2, 3, 4, 5, 6], "Filter by: baby cats", "kind=cat&age=baby"],
  ["q=cat", [1], "Filter by: cats", "kind=cat"],
  // The controls show what the list has instead.
  ["q=old+dog&kind=cat&good=cats", [], undefined, undefined],
  // The pictures of the kinds say so already.
  ["q=dog", [], undefined, undefined],
])("the search /?%s that finds %j suggests: %s", async (query, ids, words, target) => {
  const { suggestions } = await completePage(filters(query), pageOf(ids), read);
  expect(suggestions).toEqual(words && [{ words, target: filters(target ?? "") }]);
});

test.each([
  [
    "q=dog+cat",
    "12 dogs and cats waiting for a home",
    undefined,
    undefined,
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    ["Dogs", "Cats"],
  ],
  [
    "q=old+black+cats+dogs&kind=horse&sort=oldest",
    "12 senior cats and dogs",
    // The controls show the facts.
    "q=black+cat+dog&age=senior&sort=oldest",
    "black",
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ["Senior cats", "Senior dogs"],
  ],
  ["q=fence+cat+horse", "1 animal whose story says “fence”", undefined, undefined, [12], ["Cats", "Horses"]],
  ["q=horse+rabbit", "No results for “horse rabbit”", undefined, undefined, undefined, []],
])("a search for several kinds shows all of them: /?%s, %s", async (query, heading, instead, unheard, ids, links) => {
  const { pets, ...page } = await completePage(filters(query), NO_PETS, read);
  expect([pets, page.heading, page.meantFilters]).toEqual([[], heading, instead && filters(instead)]);
  expect(page.note).toBe(unheard && `We found nothing about “${unheard}”.`);
  expect(page.storyMatches?.pets.map(({ id }) => Number(id))).toEqual(ids);
  expect(page.suggestions?.map(({ words }) => words)).toEqual(links);
  expect(page.kinds?.length).toBe(ids ? 2 : undefined);
  for (const { target } of page.suggestions ?? []) expect(kindOf(target)?.plural).toBeDefined();
  // Where there are none, others are shown.
  if (!ids) expect(page.others?.pets).toHaveLength(8);
});

test.each([
  [
    "q=dogs+under+2+years",
    "6 baby and young dogs",
    "q=young&kind=dog",
    6,
    "young animals are 1 or 2 years old.",
    ["Baby dogs", "Young dogs"],
  ],
  [
    "q=cat+younger+than+3&sex=male",
    "6 male baby and young cats",
    "q=young&kind=cat&sex=male",
    6,
    undefined,
    ["Baby male cats", "Young male cats"],
  ],
  ["q=young+or+adult&kind=dog", "6 young and adult dogs", undefined, 6, undefined, ["Young dogs", "Adult dogs"]],
  [
    "q=dogs+and+cats+over+5",
    "12 adult and senior dogs and cats",
    undefined,
    12,
    "adults are 3 to 7 years old.",
    undefined,
  ],
])(
  "a search for several age groups shows all of them: /?%s, %s",
  async (query, heading, instead, count, note, links) => {
    // The animals are of all ages, one of each group.
    const byAge: PageReader = async (source, limit, reading) => {
      const page = await read(without(source, "age"), limit, reading);
      const at = source.age ? AGE_GROUPS.indexOf(source.age) : -1;
      return at < 0 ? page : { ...page, pets: page.pets.filter(({ id }) => Math.floor(Number(id) / 2) % 2 === at % 2) };
    };
    const { pets, storyMatches, ...page } = await completePage(filters(query), NO_PETS, byAge);
    expect([pets, page.heading, page.meantFilters]).toEqual([
      [],
      `${heading}${query.includes("sex") ? "" : " waiting for a home"}`,
      instead && filters(instead),
    ]);
    expect(page.ages?.label).toMatch(/^[A-Z][a-z]+ or [a-z]+$/);
    expect([storyMatches?.pets.length, page.note]).toEqual([count, note && `Ages are searched in groups: ${note}`]);
    if (links) expect(page.suggestions?.map(({ words }) => words)).toEqual(links);
  },
);

test.each([
  ["q=dog+for+a+flat", "No filter says who is happy in a flat: read the stories, or ask us.", DOGS, 6],
  [
    "q=old+black+cat,+apartment+friendly",
    "We found nothing about “black”. No filter says who is happy in an apartment: read the stories, or ask us.",
    "Senior cats",
    6,
  ],
  ["q=2+year+old+dog", "Ages are searched in groups: young animals are 1 or 2 years old.", "Young dogs", 6],
  ["q=flat+coated+dog", "We found nothing about “flat coated”.", DOGS, 6],
])("for /?%s, a note says what cannot be searched", async (query, note, heading, count) => {
  const page = await completePage(filters(query), NO_PETS, read);
  expect([page.note, headingOf(query, page), page.pets.length]).toEqual([note, heading, count]);
});

test("the other words of a search may be the name of another kind of animal, or near to one", async () => {
  const named: PageReader = async (source, limit, reading) => {
    const tortoise = { id: 30n, name: "Olive", categoryId: 7n };
    const cat = { id: 31n, name: "Oliver", categoryId: 2n, status: "sold" as const };
    if (source.q === "olive") return { ...NO_PETS, pets: source.kind ? [] : [tortoise] };
    if (limit === 100 && source.kind === "cat" && !source.status) return { ...NO_PETS, pets: [cat] };
    return reading?.story || source.q ? NO_PETS : { ...NO_PETS, pets: [{ id: 2n, name: "Misty", categoryId: 2n }] };
  };
  const { note, suggestions, pets } = await completePage(filters("q=olive+cat"), NO_PETS, named);
  expect(pets.map(({ name }) => name)).toEqual(["Misty"]);
  expect(note).toBe("We found nothing about “olive” among our cats. Do you mean one of these?");
  expect(suggestions).toEqual([
    { words: "Olive, a tortoise", target: filters("q=Olive") },
    { words: "Oliver, an adopted cat", target: filters("q=Oliver") },
  ]);
});

test.each([
  ["q=cheap", "You cannot filter by fees: see the page of an animal, or ask us."],
  ["q=hypoallergenic", "No animal is free of allergens: visit us to find out how you react, before you decide."],
  ["q=hypoalergenic", "No animal is free of allergens: visit us to find out how you react, before you decide."],
  ["q=my+apartment", "No filter says who is happy in an apartment: read the stories, or ask us."],
])("for /?%s, which no filter knows, all animals are listed with advice", async (query, note) => {
  const page = await completePage(filters(query), NO_PETS, read);
  expect([page.note, headingOf(query, page), page.pets.length]).toEqual([note, "Animals waiting for a home", 9]);
});

test("of animals that are not available, the pending ones come first", async () => {
  const { storyMatches } = await completePage(filters("q=hayloft&sort=oldest"), NO_PETS, read);
  expect(storyMatches?.pets.map(({ status }) => status)).toEqual(["pending", "sold"]);
  const latest = await completePage(filters("q=hayloft"), NO_PETS, read);
  expect(latest.storyMatches?.pets.map(({ status }) => status)).toEqual(["pending", "sold"]);
});

test("a word that would find nothing is not suggested", async () => {
  const noBirds: PageReader = async (source, limit, reading) =>
    source.kind === "bird" ? NO_PETS : read(source, limit, reading);
  expect((await completePage(filters("q=budgei"), NO_PETS, read)).note).toBe("Showing results for “budgie”.");
  expect((await completePage(filters("q=parot"), NO_PETS, noBirds)).others?.spelling).toBeUndefined();
  expect((await completePage(filters("q=pupy"), NO_PETS, noBirds)).others?.spelling).toBe("puppy");
});

test("a short list of several age groups shows others, the nearest first", async () => {
  const few: PageReader = async (source, limit, reading) =>
    source.age ? pageOf(source.age === "baby" ? [2] : []) : read(source, limit, reading);
  const { storyMatches, others, heading, suggestions, ages } = await completePage(
    filters("q=a+young+cat"),
    NO_PETS,
    few,
  );
  expect([storyMatches?.pets.length, heading, others?.heading]).toEqual([
    1,
    "Baby and young cats waiting for a home",
    NEAREST,
  ]);
  expect(others?.pets.map(({ id }) => id)).not.toContain(2n);
  // The link to young cats would lead to an empty list.
  expect(suggestions).toEqual([]);
  expect(ages).toEqual({ label: "Baby or young", rest: filters("kind=cat") });
});

test("the animals closest to an age are of the chosen kind", async () => {
  const few: PageReader = async (source, limit, reading) => (source.age ? NO_PETS : read(source, limit, reading));
  const { others } = await completePage(filters("q=young&kind=cat&sex=female"), NO_PETS, few);
  expect(others?.pets.slice(0, 6).map(({ categoryId }) => categoryId)).toEqual([2n, 2n, 2n, 2n, 2n, 2n]);
});

test("a story of another kind is no reason to name an animal", async () => {
  const few: PageReader = async (source, limit, reading) => {
    if (source.kind !== "cat" || source.q) return read(source, limit, reading);
    return { ...pageOf(reading?.story ? [] : [2]), facts: [factsOf(2n)] };
  };
  const { others, note } = await completePage(filters("q=calm+cat&sex=female"), NO_PETS, few);
  expect([note, others?.heading]).toEqual(["We found nothing about “calm”.", NEAREST]);
  expect(others?.pets.filter(({ storyExcerpt }) => storyExcerpt)).toEqual([]);
});

test.each([
  ["q=Rex+and+Pumpkin", ["Rex", "Pumpkin"], "2 animals called “Rex” or “Pumpkin”", undefined],
  ["q=pumpkin,rex", ["Pumpkin", "Rex"], "2 animals called “pumpkin” or “rex”", undefined],
  ["q=Rex+%26+Bella", ["Rex"], "1 animal called “Rex”", "No animal is called “Bella”."],
  ["q=Rex+or+Bella&kind=dog", ["Rex"], "1 dog called “Rex”", "No dog is called “Bella”."],
  ["q=Bella+and+Max", undefined, "No results for “Bella and Max”", undefined],
])("several names find all of these animals: /?%s", async (query, names, heading, note) => {
  const page = await completePage(filters(query), NO_PETS, read);
  expect([page.storyMatches?.pets.map(({ name }) => name), page.heading, page.note]).toEqual([names, heading, note]);
});

test.each([
  ["q=black+cat", "We found nothing about “black”.", "Cats waiting for a home"],
  ["q=black+baby+cat", "We found nothing about “black”.", "Baby cats"],
  ["q=calm+dog", undefined, "1 dog whose story says “calm”"],
  ["q=cat", undefined, "Cats waiting for a home"],
])("for /?%s, words that no story has are named: %s", async (query, note, heading) => {
  const page = await completePage(filters(query), NO_PETS, read);
  expect([page.note, headingOf(query, page)]).toEqual([note, heading]);
});

test.each([
  ["q=labradr", "q=labrador", "Showing results for “labrador”."],
  ["q=kiten&sex=male", "q=kitten&sex=male", "Showing results for “kitten”."],
  // The note names the corrected words already.
  ["q=black+dgo", "q=black+dog", "We found nothing about “black”."],
  ["q=honyes&kind=cat", "q=honyes&kind=cat", undefined],
])("a clear typing error is corrected: /?%s shows what /?%s does", async (typed, meant, note) => {
  const page = await completePage(filters(typed), NO_PETS, read);
  const expected = await completePage(filters(meant), NO_PETS, read);
  const corrected = note && { meantFilters: filters(meant), countedFilters: filters(meant) };
  expect(page).toEqual({ ...corrected, ...expected, ...(note && { note }) });
});

test("a corrected search that is a name says whose name", async () => {
  const named: PageReader = async (source, limit, reading) =>
    source.q === "kitten" ? pageOf([2]) : read(source, limit, reading);
  const page = await completePage(filters("q=kiten"), NO_PETS, named);
  expect([headingOf("q=kiten", page), page.note]).toEqual(["Animals called “kitten”", "Showing results for “kitten”."]);
  expect(page.pets.map(({ id }) => id)).toEqual([2n]);
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
  const { heading, storyMatches } = await completePage(filters("q=orn"), NO_PETS, named);
  expect([heading, storyMatches?.pets.map(({ name }) => name)]).toEqual(["Ørn has found a home", ["Ørn"]]);
});

test("what nobody is called says so, and leads to what was probably meant", async () => {
  const { heading, empty } = await completePage(filters("q=pupy"), NO_PETS, read);
  expect(heading).toBe("No results for “pupy”");
  const link = { words: "“puppy”", target: filters("q=puppy") };
  expect(empty).toMatchObject({ title: "Did you mean", meant: link, links: [{ words: "See dogs" }, {}] });
  const name = await completePage(filters("q=olvie"), NO_PETS, read);
  expect(name.empty?.meant).toEqual({ words: "Olive", target: filters("q=Olive") });
  const none = await completePage(filters("q=xyz"), NO_PETS, read);
  expect(none.empty).toMatchObject({
    title: "Not in any name or story",
    links: [{ words: "Show all available animals" }],
  });
});

/** Lists two dogs, which can also be found by name. */
const readByName: PageReader = async (source, limit, { story } = {}) => {
  if (story !== undefined) return NO_PETS;
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
  const readByWord: PageReader = async ({ q }, _limit, { story } = {}) =>
    story === undefined ? { ...NO_PETS, pets: all.filter(({ name }) => name.includes(q ?? "")) } : NO_PETS;
  const { pets, note } = await completePage(filters("q=lunna"), NO_PETS, readByWord);
  expect([pets.map(({ name }) => name), note]).toEqual([["Luna Belle", "Luna"], NAMED_LUNA]);
});

test("an animal that the other filters exclude is only suggested", async () => {
  const { pets, others, empty } = await completePage(filters("q=lunna&kind=cat"), NO_PETS, readByName);
  expect([pets, others?.name, empty?.title]).toEqual([[], "Luna", "Did you mean"]);
});

test.each(["not good with cats", "never with dogs", "bad with kids"])("“%s” is not turned around", async (q) => {
  const { pets, heading, empty, meantFilters } = await completePage({ ...filters(""), q }, NO_PETS, read);
  expect([pets, meantFilters, heading]).toEqual([[], undefined, `No results for “${q}”`]);
  expect(empty?.title).toBe("A search cannot leave animals out");
});

test("a search for “no dogs” shows all, and says so", async () => {
  const { pets, note, empty } = await completePage(filters("q=no+dogs"), NO_PETS, read);
  expect([pets.length, empty]).toEqual([9, undefined]);
  expect(note).toMatch(/cannot leave animals out, so “.*no dogs.*” changes nothing/);
});

test("a misspelled word for a character is corrected if nothing else is found", async () => {
  const { note, storyMatches } = await completePage(filters("q=quite+dog"), NO_PETS, read);
  expect(note).toBe("No available dog’s story says “quiet”.");
  expect(storyMatches?.pets.map(({ id }) => Number(id))).toEqual([11]);
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
        expect(readings, `${first} ${second} ${third}`).toBeLessThanOrEqual(25);
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
