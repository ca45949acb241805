import { describe, expect, test } from "vitest";
import { ApiError } from "./errors";
import { retryIfStale } from "./retry-if-stale";

/** A resource of the service, and a change of it that names the version it is based on. */
function change(version: number, { refusal }: { refusal?: ApiError } = {}) {
  let [seen, reads] = [1, 0];
  const send = async () => {
    if (refusal) throw refusal;
    if (seen !== version) throw new ApiError("precondition_failed", "It has changed");
    return `changed in version ${version}`;
  };
  const read = (isCollision: boolean) => async () => {
    reads++;
    seen = version;
    return isCollision ? "theirs" : null;
  };
  return { send, read, reads: () => reads };
}

describe("retryIfStale", () => {
  test("sends a change once when nobody else has changed the resource", async () => {
    const { send, read, reads } = change(1);
    expect(await retryIfStale(send, read(true))).toEqual({ done: "changed in version 1" });
    expect(reads()).toBe(0);
  });

  test("sends it again when somebody has changed another field", async () => {
    const { send, read, reads } = change(7);
    expect(await retryIfStale(send, read(false))).toEqual({ done: "changed in version 7" });
    expect(reads()).toBe(1);
  });

  test("does not send it again when somebody has changed the same field", async () => {
    const { send, read } = change(7);
    expect(await retryIfStale(send, read(true))).toEqual({ collision: "theirs" });
  });

  test("ends with any other refusal, and when others keep changing the resource", async () => {
    const refused = change(1, { refusal: new ApiError("conflict", "It is adopted") });
    await expect(retryIfStale(refused.send, refused.read(false))).rejects.toMatchObject({ code: "conflict" });
    expect(refused.reads()).toBe(0);
    const busy = change(1, { refusal: new ApiError("precondition_failed", "It has changed") });
    await expect(retryIfStale(busy.send, busy.read(false))).rejects.toMatchObject({ code: "precondition_failed" });
    expect(busy.reads()).toBe(3);
  });
});
