import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import { sendChangePet, sendChangePets, sendSetProfile } from "../client";
import { NO_PROFILE } from "../profile/schema";
import { toEditValues } from "./pet-values";
import { saveEdit, undoVersions } from "./save";

vi.mock("../client");
vi.mock("../client");
afterEach(() => vi.resetAllMocks());

const bella = { id: 1n, name: "Bella", categoryId: 1n };
const values = toEditValues({ pet: bella, profile: NO_PROFILE });

test("saving tells the versions that it makes, and undoing them goes from the latest to the first", async () => {
  vi.mocked(sendChangePet).mockResolvedValue("2");
  vi.mocked(sendSetProfile).mockResolvedValue("3");
  const wanted = { ...values, name: "Bello", story: "New" };
  const { edit } = await saveEdit(7n, { stored: { version: "1", values }, wanted, made: [] }, () => {});
  const { made } = edit;
  if (made === null) throw new Error("all answers arrived");
  expect(made).toEqual(["2", "3"]);

  // The second one gets no answer, and is sent again.
  vi.mocked(sendChangePets)
    .mockResolvedValueOnce([{ id: 7n, status: 200n, version: "4" }])
    .mockRejectedValueOnce(new ApiError("unavailable", "The connection broke."))
    .mockResolvedValueOnce([{ id: 7n, status: 200n, version: "5" }]);
  await expect(undoVersions(7n, made)).rejects.toMatchObject({ code: "unavailable" });
  await undoVersions(7n, made);
  const undone = vi.mocked(sendChangePets).mock.calls.map(([[change]]) => change);
  expect(undone).toEqual(["3", "2", "2"].map((undo) => ({ id: 7n, ifMatch: "*", undo })));
  expect(made).toEqual([]);
});

test("what was changed again since is not undone", async () => {
  const conflict = { id: 7n, status: 409n, code: "conflict", message: "Changed again" } as const;
  vi.mocked(sendChangePets).mockResolvedValue([conflict]);
  await expect(undoVersions(7n, ["2"])).rejects.toMatchObject({ code: "conflict", message: "Changed again" });
});
