import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import { sendChangePet } from "../client";
import { fetchCurrentPet } from "../list/calls";
import { changeStatus } from "./change-status";

vi.mock("../client");
vi.mock("../list/calls");
beforeEach(() => vi.resetAllMocks());

const stale = new ApiError("precondition_failed", "It has changed");
const pet = { id: 7n, name: "Bella", categoryId: 1n, status: "pending", version: "3" } as const;
const change = { id: 7n, version: "1", from: "available", to: "pending" } as const;

test("after a lost answer, the status is set again on the version that a colleague's rename has made", async () => {
  vi.mocked(sendChangePet)
    .mockRejectedValueOnce(stale)
    .mockResolvedValueOnce({ version: "3", changeSets: ["12"] });
  vi.mocked(fetchCurrentPet).mockResolvedValue(pet);
  expect(await changeStatus(change)).toEqual({ done: { version: "3", changeSets: ["12"], isMerged: true } });
  expect(vi.mocked(sendChangePet).mock.calls.map(([, version]) => version)).toEqual(["1", "3"]);
});
