import { describe, expect, test, vi } from "vitest";
import { ApiError } from "./errors";
import { retryIfStale } from "./retry-if-stale";

/** Returns what sends a change to a resource in this version. */
const resource = (version: number) =>
  vi.fn(async (seen: number) => {
    if (seen !== version) throw new ApiError("precondition_failed", "It has changed");
    return `changed in version ${version}`;
  });

const refuse = (refusal: ApiError) => async () => Promise.reject(refusal);

describe("retryIfStale", () => {
  test("sends a change once when nobody else has changed the resource", async () => {
    const readAgain = vi.fn(async () => ({ start: 1 }));
    expect(await retryIfStale(1, resource(1), readAgain)).toBe("changed in version 1");
    expect(readAgain).not.toHaveBeenCalled();
  });

  test("sends it again when somebody has changed another field, from what was read then", async () => {
    const readAgain = vi.fn(async (from: number) => ({ start: from + 1 }));
    expect(await retryIfStale(1, resource(3), readAgain)).toBe("changed in version 3");
    expect(readAgain.mock.calls).toEqual([[1], [2]]);
  });

  test("does not send it again when somebody has changed the same field", async () => {
    const send = resource(7);
    expect(await retryIfStale(1, send, async () => ({ result: "theirs" }))).toBe("theirs");
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("ends with any other refusal, and when others keep changing the resource", async () => {
    const readAgain = vi.fn(async () => ({ start: 1 }));
    const conflict = refuse(new ApiError("conflict", "It is adopted"));
    await expect(retryIfStale(1, conflict, readAgain)).rejects.toMatchObject({ code: "conflict" });
    expect(readAgain).not.toHaveBeenCalled();
    const stale = refuse(new ApiError("precondition_failed", "It has changed"));
    await expect(retryIfStale(1, stale, readAgain)).rejects.toMatchObject({ code: "precondition_failed" });
    expect(readAgain).toHaveBeenCalledTimes(3);
  });
});
