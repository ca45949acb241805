import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { callApi } from "./client";
import { sendCommand } from "./command";
import { ApiError } from "./errors";

vi.mock("./client", async (original) => ({ ...(await original()), callApi: vi.fn() }));

const tab = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => tab.get(name) ?? null,
    setItem: (name: string, value: string) => tab.set(name, value),
    removeItem: (name: string) => tab.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  tab.clear();
});

const LOST = new ApiError("unavailable", "Lost");
const DONE = { data: null, headers: new Headers({ "Change-Set": "7" }) };
const answerWith = (...answers: (typeof DONE | ApiError)[]) => {
  for (const answer of answers)
    vi.mocked(callApi).mockImplementationOnce(() => (answer === DONE ? Promise.resolve(DONE) : Promise.reject(answer)));
};
const send = (body: unknown) => sendCommand("/v1/pets", z.null(), { method: "POST", body });
const keys = () => vi.mocked(callApi).mock.calls.map(([, , call]) => call?.idempotencyKey);

test("a lost answer is asked for once more, with the same key", async () => {
  answerWith(LOST, DONE);
  expect(await send({})).toMatchObject({ changeSets: ["7"] });
  expect(new Set(keys()).size).toBe(1);
});

test("while an answer is missing, the same command has the same key, and another one has a new one", async () => {
  answerWith(LOST, LOST, new ApiError("rate_limited", "Wait"), DONE, DONE, LOST, LOST, LOST, LOST);
  await expect(send({})).rejects.toBe(LOST);
  await expect(send({})).rejects.toMatchObject({ code: "rate_limited" });
  for (let times = 0; times < 2; times++) await send({});
  await expect(send({})).rejects.toBe(LOST);
  await expect(send({ name: "Other" })).rejects.toBe(LOST);
  expect([...tab.values()].join()).not.toContain("Other");
  const [first, second, third, fourth, fifth, sixth, , last] = keys();
  expect([second, third, fourth]).toEqual([first, first, first]);
  expect(new Set([first, fifth, sixth, last]).size).toBe(4);
});

test("a refusal ends the doubt only of what was sent once", async () => {
  const refusal = new ApiError("conflict", "No");
  answerWith(refusal, DONE, LOST, refusal, DONE);
  await expect(send({})).rejects.toBe(refusal);
  await send({});
  await expect(send({})).rejects.toBe(LOST);
  await send({});
  const [first, second, third, , fifth] = keys();
  expect(second).not.toBe(first);
  expect(fifth).toBe(third);
});

test("until one thing is answered for, an edit of it has the same key, which the service refuses if both would exist", async () => {
  const reused = new ApiError("idempotency_key_reused", "Other values");
  answerWith(LOST, LOST, reused, DONE);
  const sendOne = (body: unknown) => sendCommand("/v1/keys", z.null(), { method: "POST", body, isOne: true });
  await expect(sendOne({})).rejects.toBe(LOST);
  await expect(sendOne({ name: "Edited" })).rejects.toBe(reused);
  await sendOne({ name: "Edited" });
  const [first, , edited, wanted] = keys();
  expect(edited).toBe(first);
  expect(wanted).not.toBe(first);
});
