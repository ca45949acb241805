import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { FoundPets } from "@/lib/pets/list/schema";
import { expectPets, linkOf } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();

type Told = { name?: string; story?: string; breed?: string; kind?: number; status?: string } & Record<string, unknown>;

/** Adds animals with a profile each, in this order. */
async function tell(animals: readonly Told[]): Promise<void> {
  for (const [index, { name = `Pet ${index}`, kind = 1, status = "available", ...profile }] of animals.entries()) {
    const { rows } = await pool().query<{ id: string }>(
      `INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3::"PetStatus") RETURNING id`,
      [name, kind, status],
    );
    const columns = Object.keys(profile);
    await pool().query(
      `INSERT INTO pet_profiles (${["pet_id", ...columns].join()})
       VALUES (${["", ...columns].map((_, at) => `$${at + 1}`).join()})`,
      [rows[0]?.id, ...Object.values(profile)],
    );
  }
}

/** The names of the animals that a text finds. */
async function namesOf(text: string, more = ""): Promise<string[]> {
  const answer = await service.call(`GET /v1/pets?limit=100&text=${encodeURIComponent(text)}${more}`);
  return expectPets(answer).map(({ name }) => name);
}

describe("GET /v1/pets?text", () => {
  beforeAll(() =>
    tell([
      { story: "Buddy is a Labrador, and available.", sex: "male" },
      { story: "She grew up with two labradors.", sex: "female", kind: 2, breed: "Pointer" },
      { story: "Loves 50% of all people." },
      {},
      { story: "Żółty, très café. The dog’s bed." },
      { name: "Labrador Joe", status: "sold" },
      { name: "D’Artag" },
    ]),
  );

  test.each([
    ["labrador", "", ["Labrador Joe", "Pet 1", "Pet 0"]],
    ["LABRADORS", "&sort=oldest", ["Pet 0", "Pet 1"]],
    ["lab", "&status=available", ["Pet 1", "Pet 0"]],
    ["pointer grew labradors", "", ["Pet 1"]],
    ["labrador", "&sex=female&status=available", ["Pet 1"]],
    ["labrador", "&q=pet+0", ["Pet 0"]],
    ["cafe zolty", "", ["Pet 4"]],
    ["dog's", "", ["Pet 4"]],
    ["%", "", []],
    ["#2", "", ["Pet 1"]],
    ["2", "", ["Pet 2", "Pet 1"]],
    ["d’artag", "", ["D’Artag"]],
  ])("text=%s%s finds %j", async (text, more, expected) => {
    expect(await namesOf(text, more)).toEqual(expected);
  });

  test("pages follow each other, and a changed story is found by its new words only", async () => {
    const first = await service.call("GET /v1/pets?limit=2&text=labrador");
    const second = await service.call(`GET ${linkOf(first, "next")?.pathname}${linkOf(first, "next")?.search}`);
    expect([first, second].map((answer) => expectPets(answer).map(({ name }) => name))).toEqual([
      ["Labrador Joe", "Pet 1"],
      ["Pet 0"],
    ]);
    await pool().query("UPDATE pet_profiles SET story = 'Herds sheep.' WHERE story LIKE 'Loves 50%'");
    expect(await namesOf("sheep")).toEqual(["Pet 2"]);
    expect(await namesOf("people")).toEqual([]);
  });
});

describe("GET /v1/pets/search", () => {
  const find = async (query: string) => {
    const answer = await service.call(`GET /v1/pets/search?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return FoundPets.parse(answer.json);
  };
  const found = ({ pets }: Pick<FoundPets, "pets">) => pets.map(({ name }) => name);

  beforeAll(async () => {
    await asOwner("TRUNCATE pets, pet_profiles RESTART IDENTITY CASCADE");
    const young = `${new Date().getUTCFullYear()}-01-01`;
    await tell([
      { name: "Old dog", born_on: "2001", size: "small", good_with_children: true },
      { name: "Puppy dog", born_on: young, size: "large", breed: "Labrador", good_with_children: false },
      { name: "Kitten", kind: 2, born_on: young, size: "small", good_with_children: true },
      { name: "Luna", kind: 2, status: "pending" },
    ]);
  });

  test("words for a kind and facts become filters: “small dog good with kids”", async () => {
    const answer = await find("q=small+dog+good+with+kids");
    expect(answer.filters).toEqual({ categoryId: 1n, size: "small", goodWith: ["children"] });
    expect(found(answer)).toEqual(["Old dog"]);
    // Those that meet most filters come next, without the dog that does not get along with children.
    expect(answer.nearest.map(({ name }) => name)).toEqual(["Kitten"]);
  });

  test("“puppy” finds young dogs, and the filters of the request stay", async () => {
    expect(found(await find("q=puppy"))).toEqual(["Puppy dog"]);
    const answer = await find("q=puppy&size=small&status=available");
    expect(answer.filters).toEqual({ status: "available", categoryId: 1n, ageGroup: "baby", size: "small" });
    expect(found(answer)).toEqual([]);
    expect(answer.nearest.map(({ name }) => name)).toEqual(["Puppy dog", "Old dog", "Kitten"]);
  });

  test.each([
    ["labrdor", "labrador", ["Puppy dog"]],
    ["lnua", "luna", ["Luna"]],
    ["kiten", "kitten", ["Kitten"]],
  ])("“%s” finds what “%s” does", async (q, suggestion, names) => {
    const answer = await find(`q=${q}`);
    expect(answer).toMatchObject({ filters: { q }, pets: [], suggestion });
    expect(answer.nearest.map(({ name }) => name)).toEqual(names);
  });

  test("what is near to nothing suggests nothing, and a name of another status neither", async () => {
    expect(await find("q=xylophone")).toMatchObject({ pets: [], suggestion: null });
    expect(await find("q=lnua&status=available")).toMatchObject({ suggestion: null });
  });
});

describe("a common word and a rare one", () => {
  test("are found wherever their animals are in a long list", async () => {
    await asOwner("TRUNCATE pets, pet_profiles RESTART IDENTITY CASCADE");
    await pool().query(
      "INSERT INTO pets (name, category_id) SELECT 'Pet ' || n, n % 2 FROM generate_series(1, 9000) n",
    );
    await pool().query(
      `INSERT INTO pet_profiles (pet_id, story)
       SELECT id, CASE WHEN id % 1000 = 1 THEN 'rare' WHEN id % 7 = 0 THEN 'common' ELSE 'other' END FROM pets`,
    );
    const idsOf = async (text: string, more: string) =>
      expectPets(await service.call(`GET /v1/pets?text=${text}&limit=30${more}`)).map(({ id }) => Number(id));
    const ids = Array.from({ length: 9_000 }, (_, index) => index + 1);
    const [rare, common] = [ids.filter((id) => id % 1000 === 1), ids.filter((id) => id % 7 === 0 && id % 1000 !== 1)];
    expect(await idsOf("rare", "&sort=oldest")).toEqual(rare);
    expect(await idsOf("rare", "")).toEqual(rare.toReversed());
    expect(await idsOf("common", "")).toEqual(common.slice(-30).reverse());
    expect(await idsOf("common", "&sort=oldest&categoryId=0")).toEqual(
      common.filter((id) => id % 2 === 0).slice(0, 30),
    );
    expect(await idsOf("absent", "")).toEqual([]);
  });
});
