import { expect, test } from "vitest";
import { completePage } from "./complete-page";
import { DOGS, filters, headingOf, NO_PETS, read } from "./complete-page-fixture";

test.each([
  ["q=dog", "kind=dog", 6, undefined, "Dogs waiting for a home"],
  ["q=dog&status=all", "kind=dog&status=all", 6, undefined, "All dogs"],
  ["q=pony", "kind=horse", 0, undefined, "Horses waiting for a home"],
  ["q=ginger+pony", "kind=horse", 0, "No story says “ginger”: look at the pictures.", "Horses waiting for a home"],
  [
    "q=a+tiny+pony+for+a+family+with+a+cat+and+small+children",
    "kind=horse&size=small&good=children&good=cats",
    0,
    undefined,
    "No horses match these filters",
  ],
  ["q=kitten", "kind=cat&age=baby", 6, undefined, "Kittens"],
  [
    "q=kitten&status=sold&good=dogs&sort=oldest",
    "kind=cat&age=baby&status=sold&good=dogs&sort=oldest",
    6,
    undefined,
    "Adopted kittens, good with dogs",
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

test.each([
  ["q=labrador", [11], "1 dog whose story says “labrador”", "Other dogs", 5],
  ["q=labrador&sex=male", [11], "1 dog whose story says “labrador”", "Other male dogs", 5],
  ["q=calm+old+dog", [11], "1 dog whose story says “calm”", "Other senior dogs", 5],
  ["q=fence", [12, 3], "2 animals whose story says “fence”", undefined, 0],
  // Words for kinds and facts are in too many stories.
  ["q=dog", undefined, undefined, undefined, 6],
  // Where no available animal has such a story, others may.
  [
    "q=hayloft",
    [20, 21],
    "2 pending or adopted animals whose story says “hayloft”",
    undefined,
    0,
    "No available animal’s story says “hayloft”.",
  ],
  [
    "q=barn",
    [21],
    "1 adopted animal whose story says “barn”",
    undefined,
    0,
    "Rex has found a home. No available animal’s story says “barn”.",
  ],
  [
    "q=hayloft+cat",
    [20],
    "1 pending cat whose story says “hayloft”",
    "Available cats",
    6,
    "Pumpkin is pending. No available cat’s story says “hayloft”.",
  ],
  // With all statuses, there is no other.
  ["q=hayloft&status=all", [20, 21], "2 pending or adopted animals whose story says “hayloft”", undefined, 0],
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
    "No available dog’s breed or story says “chocolate labrador”.",
  ],
  // A whole name comes before a story, and a part of one after it.
  ["q=rex", [21], "Rex has found a home", undefined, 0],
  ["q=rexo", [22], "Rexona is pending", undefined, 0],
  ["q=rex&status=pending&kind=dog", [21], "Rex has found a home", undefined, 0],
  ["q=pumpkin&status=sold", [20], "Pumpkin is pending", undefined, 0],
  ["q=n&status=available", [22, 23, 24, 20], "4 pending or adopted animals called “n”", undefined, 0],
  ["q=bunny", [23], "Bunny has found a home", "Available rabbits", 0],
])(
  "for /?%s, where no name matches, %j are shown first: %s",
  async (query, ids, heading, rest, count, said = undefined) => {
    const page = await completePage(filters(query), NO_PETS, read);
    const { pets, leadingMatches, isElsewhere, heading: shown, others, note } = page;
    const { status: wanted } = filters(query);
    const found = leadingMatches?.pets.map(({ id }) => Number(id));
    expect(found?.toSorted()).toEqual(ids?.toSorted());
    // What is found is not shown twice.
    expect(pets.filter(({ id }) => ids?.includes(Number(id)))).toEqual([]);
    const statuses = leadingMatches?.pets.map(({ status = "available" }) => status) ?? [];
    const isOther = wanted !== undefined && statuses.length > 0 && !statuses.includes(wanted);
    expect(isElsewhere === true).toBe(isOther);
    expect([leadingMatches?.rest, pets.length]).toEqual([rest, count]);
    expect([shown, note]).toEqual([heading, said]);
    expect(others?.pets.filter(({ id }) => ids?.includes(Number(id))) ?? []).toEqual([]);
  },
);

test.each([
  ["q=dog+for+a+flat", "No filter says who is happy in a flat: read the stories, or ask us.", DOGS, 6],
  [
    "q=old+black+cat,+apartment+friendly",
    "No story says “black”: look at the pictures. No filter says who is happy in an apartment: read the stories, or ask us.",
    "Senior cats",
    6,
  ],
  ["q=2+year+old+dog", "Ages are searched in groups: young animals are 1 or 2 years old.", "Young dogs", 6],
  ["q=flat+coated+dog", "We found nothing about “flat coated”.", DOGS, 6],
])("for /?%s, a note says what cannot be searched", async (query, note, heading, count) => {
  const page = await completePage(filters(query), NO_PETS, read);
  expect([page.note, headingOf(query, page), page.pets.length]).toEqual([note, heading, count]);
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

test.each([
  ["q=black+cat", "No story says “black”: look at the pictures.", "Cats waiting for a home"],
  ["q=noisy+baby+cat", "We found nothing about “noisy”.", "Kittens"],
  ["q=calm+dog", undefined, "1 dog whose story says “calm”"],
  ["q=cat", undefined, "Cats waiting for a home"],
])("for /?%s, words that no story has are named: %s", async (query, note, heading) => {
  const page = await completePage(filters(query), NO_PETS, read);
  expect([page.note, headingOf(query, page)]).toEqual([note, heading]);
});

test("a search for filters and a character keeps its list, and animals with a similar one come first", async () => {
  const page = await completePage(filters("q=quiet+senior+dog"), NO_PETS, read);
  expect([headingOf("q=quiet+senior+dog", page), page.leadingMatches]).toEqual(["Senior dogs", undefined]);
  expect(page.pets.map(({ id, textExcerpt }) => [Number(id), textExcerpt !== undefined])).toEqual([
    [11, true],
    ...[9, 7, 5, 3, 1].map((id) => [id, false]),
  ]);
  expect(page.note).toBe("No available dog’s story says “quiet”. The one whose story says “calm” comes first.");
});

test.each([
  ["q=labradr", "q=labrador", "Showing results for “labrador”."],
  ["q=kiten&sex=male", "q=kitten&sex=male", "Showing results for “kitten”."],
  // The note names the corrected words already.
  ["q=black+dgo", "q=black+dog", "No story says “black”: look at the pictures."],
  ["q=honyes&kind=cat", "q=honyes&kind=cat", undefined],
])("a clear typing error is corrected: /?%s shows what /?%s does", async (typed, meant, note) => {
  const page = await completePage(filters(typed), NO_PETS, read);
  const expected = await completePage(filters(meant), NO_PETS, read);
  const corrected = note && { meantFilters: filters(meant), countedFilters: filters(meant) };
  expect(page).toEqual({ ...corrected, ...expected, ...(note && { note }) });
});

test.each(["no dogs", "not good with cats", "never with dogs", "bad with kids", "not for children"])(
  "a search for “%s” shows all, and says so",
  async (q) => {
    const { pets, note, empty } = await completePage({ ...filters(""), q }, NO_PETS, read);
    expect([pets.length, empty]).toEqual([9, undefined]);
    expect(note).toMatch(new RegExp(`cannot leave animals out, so “.*${q}.*” changes nothing`));
  },
);

test("a search for a kind that is not good with another shows the kind", async () => {
  const { meantFilters, note } = await completePage(filters("q=cat+not+good+with+dogs"), NO_PETS, read);
  expect(meantFilters).toEqual(filters("kind=cat"));
  expect(note).toMatch(/cannot leave animals out/);
});

test("of several breeds, each is searched", async () => {
  const { leadingMatches, heading } = await completePage(filters("q=labrador+or+beagle"), NO_PETS, read);
  expect(heading).toBe("1 dog whose story says “labrador”");
  expect(leadingMatches?.pets.map(({ id }) => Number(id))).toEqual([11]);
});

test("a misspelled breed beside its kind is corrected if nothing else is found", async () => {
  const { leadingMatches } = await completePage(filters("q=labradro+dog"), NO_PETS, read);
  expect(leadingMatches?.pets.map(({ id }) => Number(id))).toEqual([11]);
});

test("a misspelled word for a character is corrected if nothing else is found", async () => {
  const { note, leadingMatches } = await completePage(filters("q=quite+dog"), NO_PETS, read);
  expect(note).toBe("No available dog’s story says “quiet”.");
  expect(leadingMatches?.pets.map(({ id }) => Number(id))).toEqual([11]);
});
