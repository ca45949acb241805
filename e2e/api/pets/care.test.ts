import { describe, expect, test } from "vitest";
import { NO_CARE } from "@/lib/pets/care/schema";
import { DAY_MS } from "@/lib/values/time";
import { expectCommon, expectError } from "../support/answers";
import { newPet } from "../support/applications";
import { undoLatest } from "../support/records";
import { type Answer, newKey, newPerson, suiteService } from "../support/service";

const service = suiteService();

const path = (id: bigint) => `/v1/pets/${id}/care`;
const patch = (id: bigint, body: object, more: { headers?: Record<string, string>; key?: string } = {}) =>
  service.call(`PATCH ${path(id)}`, { body: JSON.stringify(body), ...more });
const get = (id: bigint) => service.call(`GET ${path(id)}`);
const undo = (answer: Answer, call: { key?: string } = {}) =>
  service.call(`POST /v1/changes/${answer.headers["change-set"]}/undo`, call);

function expectCare(answer: Answer, etag: string, care: object): void {
  expect(answer, answer.text).toMatchObject({ status: 200, headers: { etag } });
  expectCommon(answer);
  expect(JSON.parse(answer.text)).toEqual({ ...NO_CARE, ...care });
}

const ALL = {
  microchip: "985112003456789",
  intakeOn: "2026-01-31",
  origin: "surrender",
  location: "Kennel 4",
  notes: "Afraid of brooms.\nEats twice a day.",
  reference: "2026/031",
  hidden: "quarantine",
};

describe("PATCH /v1/pets/{petId}/care", () => {
  test("changes what is named, null empties it, and each change can be undone", async () => {
    const { id } = await newPet();
    expectCare(await get(id), '"1"', {});
    expectCare(await patch(id, ALL), '"2"', ALL);
    const emptied = await patch(id, { notes: null, location: "Foster home: Vera" });
    expectCare(emptied, '"3"', { ...ALL, notes: null, location: "Foster home: Vera" });
    const same = await patch(id, { notes: null });
    expectCare(same, '"3"', { ...ALL, notes: null, location: "Foster home: Vera" });
    expect(same.headers["change-set"]).toBeUndefined();
    expect((await undo(emptied)).status).toBe(200);
    expectCare(await get(id), '"4"', ALL);
  });

  test.each([
    [{ intakeOn: "2026-02-30" }, /^intakeOn must be null or a date from 1980-01-01 to today/],
    [{ intakeOn: "2999-01-01" }, /^intakeOn must be/],
    [{ hidden: true }, /^hidden must be null or one of in_care, stray_hold/],
    [{ notes: "x".repeat(4_001) }, /^notes must be 1 to 4000/],
    [{}, /must have at least one of microchip/],
  ])("%j: 400", async (body, message) => {
    const { id } = await newPet();
    expectError(await patch(id, body), 400, "bad_request", message);
  });

  test("another animal's reference is refused, of several at once one gets it, and a removed animal gives it away", async () => {
    const [{ id }, other, third] = [await newPet(), await newPet(), await newPet()];
    expect((await patch(id, { reference: "A 1" })).status).toBe(200);
    const taken = new RegExp(`^Animal ${id} has the reference A 1$`);
    expectError(await patch(other.id, { reference: "A 1" }), 409, "conflict", taken);
    expect((await patch(id, { reference: "A 1", location: "Kennel 1" })).status).toBe(200);
    const raced = await Promise.all([other, third].map((pet) => patch(pet.id, { reference: "A 2" })));
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const removed = await service.call(`DELETE /v1/pets/${id}`, { headers: { "if-match": "*" } });
    expect((await patch(third.id, { reference: "A 1" })).status).toBe(200);
    expect((await undo(removed)).status).toBe(200);
    expectCare(await get(id), '"5"', { location: "Kennel 1" });
  });
});

test("history shows care, and undoing changes it, only with its scopes", async () => {
  const { id } = await newPet();
  const own = { ...ALL, reference: "2026/032" };
  const changed = await patch(id, own);
  const batch = { mode: "each", changes: [{ id: Number(id), ifMatch: "*", name: "Bello", hidden: null }] };
  const sendBatch = (key?: string) =>
    service.call("POST /v1/pets/batch", { body: JSON.stringify(batch), ...(key && { key }) });
  const program = await newKey({ scopes: ["pets:read", "pets:write", "history:read"] });
  const carer = await newKey({ scopes: ["care:read", "care:write", "history:read"] });
  expectError(await sendBatch(program), 403, "forbidden", /lacks the scope care:write$/);
  const both = await sendBatch();
  expect(JSON.parse(both.text).results).toEqual([{ id: Number(id), status: 200, version: "3" }]);

  const seen = async (target: string, key?: string) => (await service.call(`GET ${target}`, key ? { key } : {})).text;
  const found = (call = {}) => service.call("GET /v1/pets?text=2026/032", call);
  expect([(await found()).text, (await found({ key: program })).text]).toEqual([
    expect.stringContaining("Bello"),
    "[]",
  ]);
  const listed = await service.call("GET /v1/pets?include=care", { key: program });
  expectError(listed, 403, "forbidden", /lacks the scope care:read$/);
  for (const target of [`/v1/pets/${id}/history`, "/v1/changes?after=0&limit=100"]) {
    expect(await seen(target, carer), target).toContain("brooms");
    const others = await seen(target, program);
    expect(others, target).toContain("Bello");
    expect(others, target).not.toMatch(/hidden|quarantine|brooms|2026\/032/);
  }

  expectError(await undo(both, { key: carer }), 403, "forbidden", /pets:write$/);
  expectError(await undo(both, { key: program }), 403, "forbidden", /care:write$/);
  expect((await undo(both)).status).toBe(200);
  expect((await undo(changed, { key: carer })).status).toBe(409);
  expectCare(await get(id), '"4"', own);
  expect((await undoLatest(service, id)).status).toBe(200);
  expectCare(await get(id), '"5"', { ...own, hidden: null });
});

test("an animal waits since its intake, and arrived in that week", async () => {
  const { id } = await newPet();
  const { token } = await newPerson();
  const weeks = async () => {
    const { weeks: all } = JSON.parse((await service.call("GET /v1/overview", { key: token })).text);
    return (all as { arrivals: { count: number } }[]).map(({ arrivals }) => arrivals.count);
  };
  const before = await weeks();
  const intakeOn = new Date(Date.now() - 21 * DAY_MS).toISOString().slice(0, 10);
  expect((await patch(id, { intakeOn })).status).toBe(200);
  const listed = await service.call(`GET /v1/pets?ids=${id}&include=arrivedAt`);
  expect(JSON.parse(listed.text)).toMatchObject([{ arrivedAt: `${intakeOn}T00:00:00.000Z` }]);
  const after = await weeks();
  expect([after.at(-1), after.at(-4)]).toEqual([(before.at(-1) ?? 0) - 1, (before.at(-4) ?? 0) + 1]);
});
