import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import type { HistoryEntry } from "../changes/history-schema";
import { fetchHistory, sendChangePet, sendUndoChange } from "../client";
import { fetchCurrentPet } from "../list/calls";
import { changeStatus, undoStatus } from "./change-status";

vi.mock("../client");
vi.mock("../list/calls");
beforeEach(() => vi.resetAllMocks());

const stale = new ApiError("precondition_failed", "It has changed");
const pet = { id: 7n, name: "Bella", categoryId: 1n, status: "pending", version: "3" } as const;
const change = { id: 7n, version: "1", from: "available", to: "pending" } as const;
const undo = { id: 7n, version: "3", from: "pending", to: "available" } as const;

const entry = (id: bigint, changes: HistoryEntry["changes"]): HistoryEntry => ({
  id,
  at: "2026-05-01T12:00:00Z",
  actor: { kind: "person", name: "Ada" },
  action: "changed",
  changes,
});
const ownStatus = entry(11n, { status: { from: "available", to: "pending" } });
const rename = entry(12n, { name: { from: "Bela", to: "Bella" } });

test("after a lost answer, the status is set again on the version that a colleague's rename has made", async () => {
  vi.mocked(sendChangePet).mockRejectedValueOnce(stale).mockResolvedValueOnce("3");
  vi.mocked(fetchCurrentPet).mockResolvedValue(pet);
  expect(await changeStatus(change)).toEqual({ done: { version: "3", isMerged: true } });
  expect(vi.mocked(sendChangePet).mock.calls.map(([, version]) => version)).toEqual(["1", "3"]);
});

test("undo reverts the change of the status, not a colleague's newer change of the name", async () => {
  vi.mocked(fetchHistory).mockResolvedValue([rename, ownStatus]);
  vi.mocked(sendUndoChange).mockResolvedValue("4");
  expect(await undoStatus(undo)).toBe("4");
  expect(sendUndoChange).toHaveBeenCalledExactlyOnceWith(7n, 11n, "3");
});

test("undo reverts no change of the status that somebody else made since", async () => {
  vi.mocked(fetchHistory).mockResolvedValue([entry(12n, { status: { from: "pending", to: "sold" } }), ownStatus]);
  vi.mocked(fetchCurrentPet).mockResolvedValue({ ...pet, status: "sold" });
  await expect(undoStatus(undo)).rejects.toMatchObject({ code: "conflict" });
  expect(sendUndoChange).not.toHaveBeenCalled();
});

test("an undo whose answer was lost is not made twice", async () => {
  vi.mocked(fetchHistory).mockResolvedValue([entry(12n, { status: { from: "pending", to: "available" } }), ownStatus]);
  vi.mocked(fetchCurrentPet).mockResolvedValue({ ...pet, status: "available", version: "4" });
  expect(await undoStatus(undo)).toBe("4");
  expect(sendUndoChange).not.toHaveBeenCalled();
});
