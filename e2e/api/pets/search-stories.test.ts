import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { expectError, expectPets } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();

/** Adds animals of category 1, or of the given one, with a story each, in this order. */
async function tell(stories: readonly (readonly [story: string | null, category?: number, sex?: string])[]) {
  for (const [index, [story, category = 1, sex = null]] of stories.entries()) {
    const { rows } = await pool().query<{ id: string }>(
      "INSERT INTO pets (name, category_id) VALUES ($1, $2) RETURNING id",
      [`Pet ${index}`, category],
    );
    await pool().query(
      `INSERT INTO pet_profiles (pet_id, story, sex) VALUES ($1, $2, $3)
       ON CONFLICT (pet_id) DO UPDATE SET story = excluded.story, sex = excluded.sex`,
      [rows[0]?.id, story, sex],
    );
  }
}

/** The numbers in the names of the animals that are found. */
async function find(story: string, more = ""): Promise<number[]> {
  const answer = await service.call(`GET /v1/pets?limit=100&story=${encodeURIComponent(story)}${more}`);
  return expectPets(answer).map(({ name }) => Number(name.replace("Pet ", "")));
}

beforeAll(() =>
  tell([
    ["Buddy is a Labrador, and available.", 1, "male"],
    ["She grew up with two labradors.", 2, "female"],
    ["A lab who loves 50% of all people.", 1, "female"],
    [null],
    ["Żółty, très café."],
  ]),
);

test.each([
  ["labrador", "", [1, 0]],
  ["LABRADOR", "&sort=oldest", [0, 1]],
  ["lab", "", [2]],
  ["grew labradors", "", [1]],
  ["labrador", "&categoryId=1", [0]],
  ["labrador", "&sex=female&status=available", [1]],
  ["labrador", "&q=pet+0", [0]],
  ["labrador", "&status=sold", []],
  ["café", "", [4]],
  ["a", "", []],
  ["%", "", []],
  ["lab%r", "", []],
])("GET /v1/pets?story=%s%s finds the animals %j", async (story, more, expected) => {
  expect(await find(story, more)).toEqual(expected);
});

test("the words may be in the breed, or in the breed and the story together", async () => {
  const describe = "UPDATE pet_profiles SET breed = $2 FROM pets WHERE pet_id = id AND name = $1";
  await pool().query(describe, ["Pet 3", "Bernese mix"]);
  await pool().query(describe, ["Pet 1", "Pointer"]);
  expect(await find("BERNESE")).toEqual([3]);
  expect(await find("pointer grew labradors")).toEqual([1]);
  expect(await find("pointer bernese")).toEqual([]);
});

test("pages of a search in stories follow each other", async () => {
  const first = await service.call("GET /v1/pets?limit=1&story=labrador");
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1];
  const second = await service.call(
    `GET ${new URL(String(next), "http://host").href.replace(/^https?:\/\/[^/]+/, "")}`,
  );
  expect([first, second].map((answer) => expectPets(answer)[0]?.name)).toEqual(["Pet 1", "Pet 0"]);
});

test("a story that is empty or too long to search for is refused", async () => {
  for (const story of ["", "x".repeat(101)]) {
    expectError(await service.call(`GET /v1/pets?story=${story}`), 400, "bad_request");
  }
});

test("only the next 2,000 animals of the list are looked at", async () => {
  await asOwner("TRUNCATE pets RESTART IDENTITY CASCADE");
  await tell([["A labrador, too far down the list"]]);
  const add = async (count: number) => {
    await pool().query("INSERT INTO pets (name, category_id) SELECT 'Newer', 1 FROM generate_series(1, $1::int)", [
      count,
    ]);
    await pool().query(
      `INSERT INTO pet_profiles (pet_id, story) SELECT id, left(repeat('Likes long walks – by the river. ', 20), 400)
       FROM pets WHERE name = 'Newer' ON CONFLICT (pet_id) DO UPDATE SET story = excluded.story`,
    );
  };
  await add(1_999);
  expect(await find("labrador")).toEqual([0]);
  await add(1);
  expect(await find("labrador")).toEqual([]);
});
