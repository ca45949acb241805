import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import { fetchEditedPet, sendChangePet, sendSetProfile } from "../client";
import { NO_PROFILE } from "../profile/schema";
import { toEditValues } from "./pet-values";
import { type PetEdit, saveEdit } from "./save";

vi.mock("../client");
vi.mock("../client");
vi.mock("../client");
afterEach(() => vi.resetAllMocks());

const pet = { id: 7n, name: "Bella", categoryId: 1n, status: "available" } as const;
const profile = { ...NO_PROFILE, photos: [] };
const values = toEditValues({ pet, profile, version: "1" } as never);
const wanted = { ...values, name: "Bello", story: "Mine" };
const edit: PetEdit = { stored: { version: "1", values }, wanted, made: [] };
const stale = new ApiError("precondition_failed", "It has changed");

beforeEach(() => {
  vi.mocked(sendChangePet).mockResolvedValueOnce("2");
  vi.mocked(sendSetProfile).mockRejectedValueOnce(stale).mockResolvedValueOnce("4");
});

/** Somebody else has changed the profile after the name was saved. */
const changedTo = (theirs: Partial<typeof NO_PROFILE>) =>
  vi.mocked(fetchEditedPet).mockResolvedValue({
    pet: { ...pet, name: "Bello" },
    profile: { ...profile, ...theirs },
    version: "3",
  } as never);

test("another field that somebody else changed between the steps is merged, and nothing is sent twice", async () => {
  changedTo({ sex: "female" });
  const onStep = vi.fn();
  const merged = { ...wanted, sex: "female" };
  const saved = { stored: { version: "4", values: merged }, wanted: merged, made: ["2", "4"] };
  expect(await saveEdit(7n, edit, onStep)).toEqual({ edit: saved, collision: null });
  expect(onStep.mock.calls.map(([{ stored }]) => stored.version)).toEqual(["2", "3", "4"]);
  expect(sendChangePet).toHaveBeenCalledTimes(1);
  expect(vi.mocked(sendSetProfile).mock.calls.map(([, version]) => version)).toEqual(["2", "3"]);
});

test("the same field is a collision, after which the edit goes on from what is stored", async () => {
  changedTo({ story: "Theirs" });
  const onStep = vi.fn();
  const { edit: kept, collision } = await saveEdit(7n, edit, onStep);
  expect(collision).toMatchObject({ fields: ["story"], theirs: { story: "Theirs" }, yours: { story: "Mine" } });
  expect(kept).toMatchObject({ stored: { version: "3", values: { story: "Theirs" } }, wanted, made: ["2"] });
  expect(onStep).toHaveBeenLastCalledWith(kept);
  expect(await saveEdit(7n, kept, onStep)).toMatchObject({ edit: { made: ["2", "4"] }, collision: null });
});
