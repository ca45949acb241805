import { expect, test, vi } from "vitest";
import { AGE_GROUPS } from "../../profile/choices";
import { kindOf, without } from "../cards/filters";
import type { PageReader } from "../cards/page-reader";
import { completePage } from "./complete-page";
import { filters, NEAREST, NO_PETS, pageOf, read } from "./complete-page-fixture";

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
    "q=old+loud+cats+dogs&kind=horse&sort=oldest",
    "12 senior cats and dogs",
    // The controls show the facts.
    "q=loud+cat+dog&age=senior&sort=oldest",
    "loud",
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ["Senior cats", "Senior dogs"],
  ],
  ["q=fence+cat+horse", "1 animal whose story says “fence”", undefined, undefined, [12], ["Cats", "Horses"]],
  ["q=horse+rabbit", "No horses or rabbits match this search", undefined, undefined, undefined, []],
])(
  "a search for several kinds shows all of them: /?%s, %s",
  async (query, heading, meantFilters, otherWords, ids, links) => {
    const { pets, ...page } = await completePage(filters(query), NO_PETS, read);
    expect([pets, page.heading, page.meantFilters]).toEqual([[], heading, meantFilters && filters(meantFilters)]);
    expect(page.note).toBe(otherWords && `We found nothing about “${otherWords}”.`);
    expect(page.leadingMatches?.pets.map(({ id }) => Number(id))).toEqual(ids);
    expect(page.suggestions?.map(({ words }) => words)).toEqual(links);
    expect(page.kinds?.length).toBe(2);
    for (const { target } of page.suggestions ?? []) expect(kindOf(target)?.plural).toBeDefined();
    // Where there are none, others are shown.
    if (!ids) expect(page.others?.pets).toHaveLength(8);
  },
);

test.each([
  [
    "q=dogs+under+2+years",
    "6 baby and young dogs",
    "q=young&kind=dog",
    6,
    "young animals are 1 or 2 years old.",
    ["Puppies", "Young dogs"],
  ],
  [
    "q=cat+younger+than+3&sex=male",
    "6 male baby and young cats",
    "q=young&kind=cat&sex=male",
    6,
    undefined,
    ["Male kittens", "Young male cats"],
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
  async (query, heading, meantFilters, count, note, links) => {
    // The animals are of all ages, one of each group.
    const byAge: PageReader = async (source, limit, reading) => {
      const page = await read(without(source, "age"), limit, reading);
      const at = source.age ? AGE_GROUPS.indexOf(source.age) : -1;
      return at < 0 ? page : { ...page, pets: page.pets.filter(({ id }) => Math.floor(Number(id) / 2) % 2 === at % 2) };
    };
    const { pets, leadingMatches, ...page } = await completePage(filters(query), NO_PETS, byAge);
    expect([pets, page.heading, page.meantFilters]).toEqual([
      [],
      `${heading}${query.includes("sex") ? "" : " waiting for a home"}`,
      meantFilters && filters(meantFilters),
    ]);
    expect(page.ages?.label).toMatch(/^[A-Z][a-z]+ or [a-z]+$/);
    expect([leadingMatches?.pets.length, page.note]).toEqual([count, note && `Ages are searched in groups: ${note}`]);
    if (links) expect(page.suggestions?.map(({ words }) => words)).toEqual(links);
  },
);

test("several age groups without animals keep their filters, and lead to a pending one and to others", async () => {
  const none: PageReader = async (source, limit, reading) => {
    if (source.status === "pending" && source.age === "young") return pageOf([3]);
    return source.age || source.q ? NO_PETS : read(source, limit, reading);
  };
  const page = await completePage(filters("q=young+dog+with+cats"), NO_PETS, none);
  expect([page.heading, page.meantFilters]).toEqual([
    "No dogs match this search",
    filters("q=young&kind=dog&good=cats"),
  ]);
  expect(page.empty).toMatchObject({
    title: "Leave out a word",
    links: [
      { words: "Cato is pending", target: filters("kind=dog&age=young&good=cats&status=pending") },
      { words: "See all dogs", target: filters("kind=dog") },
      { words: "Show all available animals", target: filters("") },
    ],
  });
  expect(page.others?.heading).toBe(NEAREST);
});

test("a short list of several age groups shows others, the nearest first", async () => {
  const few: PageReader = async (source, limit, reading) =>
    source.age ? pageOf(source.age === "baby" ? [2] : []) : read(source, limit, reading);
  const { leadingMatches, others, heading, suggestions, ages } = await completePage(
    filters("q=a+young+cat"),
    NO_PETS,
    few,
  );
  expect([leadingMatches?.pets.length, heading, others?.heading]).toEqual([
    1,
    "Baby and young cats waiting for a home",
    NEAREST,
  ]);
  expect(others?.pets.map(({ id }) => id)).not.toContain(2n);
  // The link to young cats would lead to an empty list.
  expect(suggestions).toEqual([]);
  expect(ages).toEqual({ label: "Baby or young", rest: filters("kind=cat") });
});

test.each([
  ["q=Rex+and+Pumpkin", ["Rex", "Pumpkin"], "2 animals called “Rex” or “Pumpkin”", undefined],
  ["q=pumpkin,rex", ["Pumpkin", "Rex"], "2 animals called “pumpkin” or “rex”", undefined],
  ["q=Rex+%26+Bella", ["Rex"], "1 animal called “Rex”", "No animal is called “Bella”."],
  ["q=Rex+or+Bella&kind=dog", ["Rex"], "1 dog called “Rex”", "No dog is called “Bella”."],
  ["q=rex+xylophone", ["Rex"], "1 animal called “rex”", "No animal is called “xylophone”."],
  ["q=Bella+and+Max", undefined, "No results for “Bella and Max”", undefined],
])("several names find all of these animals: /?%s", async (query, names, heading, note) => {
  const page = await completePage(filters(query), NO_PETS, read);
  expect([page.leadingMatches?.pets.map(({ name }) => name), page.heading, page.note]).toEqual([names, heading, note]);
});

test("an age that is chosen after a search for several replaces them", async () => {
  const page = await completePage(filters("q=young&kind=dog&age=senior"), NO_PETS, read);
  expect(page.meantFilters).toEqual(filters("kind=dog&age=senior"));
  expect(page.ages).toBeUndefined();
});

test("a search for several breeds says which of them no text has", async () => {
  const { leadingMatches, heading, note } = await completePage(filters("q=labrador+or+poodle"), NO_PETS, read);
  expect([leadingMatches?.pets.map(({ id }) => id), heading, note]).toEqual([
    [11n],
    "1 dog whose story says “labrador”",
    "No available dog’s breed or story says “poodle”.",
  ]);
});

test.each([
  ["q=dog+cat", true],
  ["q=fence+cat+horse", true],
  ["q=young+dog", false],
  ["q=calm+dog", false],
])("the animals of /?%s are read as some among other kinds: %s", async (query, isAmongKinds) => {
  const watched = vi.fn(read);
  await completePage(filters(query), NO_PETS, watched);
  const ofKinds = watched.mock.calls.filter(([{ kind }, , reading]) => kind !== undefined && reading?.isAmongKinds);
  expect(ofKinds.length > 0).toBe(isAmongKinds);
});
