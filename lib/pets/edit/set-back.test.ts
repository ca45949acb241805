import { describe, expect, test } from "vitest";
import type { EditedPet } from "../client";
import { NO_PROFILE } from "../profile/schema";
import { setBackTo } from "./save";

const goodWith = { children: true, dogs: null, cats: false };
const current: EditedPet = {
  pet: { id: 7n, name: "Bella", categoryId: 1n, status: "available" },
  version: "9",
  cameAt: "2026-01-31T12:00:00.000Z",
  profile: { ...NO_PROFILE, story: "Found in a garden.", goodWith, ageGroup: null, photos: [] },
};
const entry = (...fields: [field: string, to: unknown][]) => ({
  changes: Object.fromEntries(fields.map(([field, to]) => [field, { from: null, to }])),
});

describe("setting back", () => {
  test("to a name and a kind sends only what the entry set", () => {
    expect(setBackTo(entry(["name", "Bello"]), current)).toEqual({ fields: { name: "Bello" } });
    const both = entry(["name", "Bella"], ["categoryId", 2n]);
    expect(setBackTo(both, current)).toEqual({ fields: { name: "Bella", categoryId: 2n } });
  });

  test("to a part of the profile keeps the other parts", () => {
    const { story } = current.profile;
    expect(setBackTo(entry(["sex", "female"]), current)).toEqual({
      profile: { ...NO_PROFILE, story, goodWith, sex: "female" },
    });
    const shy = { ...goodWith, children: false };
    expect(setBackTo(entry(["goodWith", shy]), current)).toMatchObject({ profile: { story, goodWith: shy } });
  });

  test.each([
    ["what the animal has", entry(["name", "Bella"])],
    ["a profile that the animal has", entry(["goodWith", goodWith], ["story", "Found in a garden."])],
    ["a status", entry(["status", "sold"])],
    ["photos", entry(["photos", []])],
    ["an addition", entry()],
    ["a value that is no longer valid", entry(["sex", "unknown"])],
  ])("to %s is not offered", (_what, { changes }) => {
    expect(setBackTo({ changes }, current)).toBeNull();
  });
});
