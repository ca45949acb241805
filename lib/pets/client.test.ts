import { beforeEach, expect, test, vi } from "vitest";
import { callApi } from "../http/client";
import { sendRestorePet } from "./client";

vi.mock("../http/client");

/** The newest entry of the history of the animal. */
let newest = "";

beforeEach(() => {
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation(async (path) => {
    const data = path.includes("/undo") ? {} : [{ id: 5n, action: newest }];
    return { data: data as never, headers: new Headers() };
  });
});

test("an animal is restored by undoing its removal, and after a lost answer not twice", async () => {
  newest = "removed";
  await sendRestorePet(7n);
  expect(vi.mocked(callApi).mock.calls.map(([path]) => path)).toEqual([
    "/v1/pets/7/history?limit=1",
    "/v1/pets/7/history/5/undo",
  ]);
  newest = "restored";
  await sendRestorePet(7n);
  expect(vi.mocked(callApi)).toHaveBeenCalledTimes(3);
});
