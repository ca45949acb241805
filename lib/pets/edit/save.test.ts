import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import { NO_CARE } from "../care/schema";
import { type EditedPet, fetchEditedPet, sendChangePet, sendChangeProfile } from "../client";
import { NO_PROFILE } from "../profile/schema";
import { toEditValues } from "./pet-values";
import { type PetEdit, saveEdit, setBackTo } from "./save";

vi.mock("../client");
afterEach(() => vi.resetAllMocks());

const pet = { id: 7n, name: "Bella", categoryId: 1n, status: "available" } as const;
const profile = { ...NO_PROFILE, photos: [] };
const values = toEditValues({ pet, profile, care: NO_CARE });
const wanted = { ...values, name: "Bello", story: "Mine" };
const edit: PetEdit = { version: "1", before: values, values: wanted, made: [] };
const stale = new ApiError("precondition_failed", "It has changed");

beforeEach(() => {
  vi.mocked(sendChangePet).mockResolvedValueOnce({ version: "2", changeSets: ["20"] });
  vi.mocked(sendChangeProfile)
    .mockRejectedValueOnce(stale)
    .mockResolvedValueOnce({ version: "4", changeSets: ["40"] });
});

test("what somebody else changed between the steps is merged, and nothing is sent twice", async () => {
  const theirs = { pet: { ...pet, name: "Bello" }, profile: { ...profile, sex: "female" } };
  vi.mocked(fetchEditedPet).mockResolvedValue({ ...theirs, care: NO_CARE, version: "3" } as never);
  const onStep = vi.fn();
  const merged = { ...wanted, sex: "female" };
  expect(await saveEdit(7n, edit, onStep)).toBeNull();
  expect(onStep.mock.calls.map(([{ version }]) => version)).toEqual(["2", "4", "4"]);
  expect(onStep).toHaveBeenLastCalledWith({ version: "4", before: merged, values: merged, made: ["20", "40"] });
  expect(sendChangePet).toHaveBeenCalledTimes(1);
  expect(vi.mocked(sendChangeProfile).mock.calls.map(([, version]) => version)).toEqual(["2", "3"]);
});

const goodWith = { children: true, dogs: null, cats: false };
const current: EditedPet = {
  pet,
  version: "9",
  arrivedAt: "2026-01-31T12:00:00.000Z",
  care: NO_CARE,
  profile: { ...NO_PROFILE, story: "Found in a garden.", goodWith, ageGroup: null, photos: [] },
};
const entry = (...fields: [field: string, to: unknown][]) => ({
  changes: Object.fromEntries(fields.map(([field, to]) => [field, { from: null, to }])),
});

const { story } = current.profile;
const shy = { ...goodWith, children: false };

test.each([
  ["only what the entry set", entry(["name", "Bello"]), { fields: { name: "Bello" } }],
  ["a name and a kind", entry(["name", "Bella"], ["categoryId", 2n]), { fields: { name: "Bella", categoryId: 2n } }],
  ["a part of the profile", entry(["sex", "female"]), { facts: { sex: "female" } }],
  ["company", entry(["goodWith", shy]), { facts: { goodWith: { children: false } } }],
  ["not what the animal has", entry(["name", "Bella"]), null],
  ["not a profile that the animal has", entry(["goodWith", goodWith], ["story", story]), null],
  ["no status", entry(["status", "sold"]), null],
  ["no photos", entry(["photos", []]), null],
  ["no addition", entry(), null],
  ["no value that is no longer valid", entry(["sex", "unknown"]), null],
])("sets back %s", (_what, { changes }, expected) => {
  expect(setBackTo({ changes }, current)).toEqual(expected);
});
