import { expect, test } from "vitest";
import type { ListedPet } from "../list/schema";
import { NO_PROFILE } from "../profile/schema";
import { readRows } from "./read-rows";
import { isSameAsNow, previewsOf } from "./run-import";
import { guessColumns, readTable } from "./table";

const goodWith = { children: true, dogs: null, cats: null };
const profile = { ...NO_PROFILE, story: "Calm.", sex: "female", bornOn: "2020", goodWith } as const;
const bella: ListedPet = {
  id: 7n,
  name: "Bella",
  categoryId: 1n,
  status: "available",
  version: "3",
  profile: { ...profile, ageGroup: "adult", photos: [] },
};

function previewOf(text: string, pets: ReadonlyMap<string, ListedPet | null> = new Map([["7", bella]])) {
  const table = readTable(text);
  return previewsOf(readRows(table, guessColumns(table)), pets);
}

test("a row with an id shows the present value of each field that it changes", () => {
  const previews = previewOf(
    "id,name,kind,status,breed,sex,age,good with children,good with dogs,story\n7,Bello,cat,Adopted,Pug,m,2,yes,no,New.",
  );
  expect(previews.get(2)).toEqual({
    name: "Bella",
    kind: "Dog",
    status: "Available",
    breed: "Not known",
    sex: "Female",
    age: expect.stringMatching(/^about \d+ years$/),
    dogs: "Not known",
    story: "Calm.",
  });
  expect(previewOf("id,born\n7,2021-03-04").get(2)).toEqual({ bornOn: "2020" });
});

test("a row whose cells say what the animal already has is the same, however they are spelled", () => {
  const same = previewOf("id,name,kind,status,sex,born,story\n7, Bella ,dogs,free,f,2020,Calm.").get(2);
  expect(same).toEqual({});
  expect(isSameAsNow(same)).toBe(true);
});
