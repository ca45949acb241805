import { expect, test } from "vitest";
import { JoinedCalls } from "./joined-calls";

test("callers share the call in progress with their key; after it has ended, even by an error, a new one starts", async () => {
  const calls = new JoinedCalls<string>();
  const started: string[] = [];
  const look = (key: string) =>
    calls.join(async () => {
      started.push(key);
      if (key === "bad") throw new Error("failed");
      return key;
    }, key);
  expect(await Promise.all(["a", "a", "b"].map(look))).toEqual(["a", "a", "b"]);
  expect(started).toEqual(["a", "b"]);
  const failed = await Promise.allSettled([look("bad"), look("bad")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(look("bad")).rejects.toThrow("failed");
  expect(await look("a")).toBe("a");
  expect(started).toEqual(["a", "b", "bad", "bad", "a"]);
});
