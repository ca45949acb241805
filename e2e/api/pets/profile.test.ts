import { afterEach, describe, expect, test } from "vitest";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { findPetPage } from "@/lib/pets/adopters/pet-store";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { createPet } from "@/lib/pets/store";
import { setClock } from "@/lib/process/clock";
import { expectCommon, expectError } from "../support/answers";
import { undoLatest } from "../support/records";
import { suiteService } from "../support/service";

const AUTHOR = { kind: "service" } as const;
const service = suiteService();
afterEach(() => setClock(null));

const BELLA = {
  ...NO_PROFILE,
  story: "Found in a garden.\nLoves 🐟.",
  breed: "Bernese mountain dog mix",
  sex: "female",
  bornOn: "2010-05",
  size: "extra_large",
  goodWith: { children: true, dogs: false, cats: null },
};

const newId = async () => (await createPet(AUTHOR, { name: "Bella", categoryId: 2n })).id;
const path = (id: bigint) => `/v1/pets/${id}/profile`;
const put = (id: bigint, body: object, headers: Record<string, string> = {}) =>
  service.call(`PUT ${path(id)}`, { body: JSON.stringify(body), headers });

/** Checks an answer with a profile, and returns it. */
function expectProfile(answer: Awaited<ReturnType<typeof put>>): Record<string, unknown> {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return JSON.parse(answer.text);
}

const NOTHING = { ...NO_PROFILE, ageGroup: null, photos: [] };

describe("PUT /v1/pets/{petId}/profile", () => {
  test("replaces everything, with a new version and an entry in the history that has what changed", async () => {
    const id = await newId();
    const expectRead = async (answer: Awaited<ReturnType<typeof put>>, etag: string, expected: object) => {
      expect(expectProfile(answer)).toEqual(expected);
      const read = await service.call(`GET ${path(id)}`);
      expect([answer, read].map(({ text, headers }) => [text, headers.etag])).toEqual(Array(2).fill([read.text, etag]));
    };
    await expectRead(await service.call(`GET ${path(id)}`), '"1"', NOTHING);
    const shown = { ...BELLA, ageGroup: "senior", photos: [] };
    await expectRead(await put(id, BELLA), '"2"', shown);
    // The same profile changes nothing.
    await expectRead(await put(id, BELLA), '"2"', shown);
    const goodWith = { ...BELLA.goodWith, cats: true };
    await expectRead(await put(id, { ...BELLA, sex: null, goodWith }), '"3"', { ...shown, sex: null, goodWith });
    await expectRead(await put(id, NO_PROFILE), '"4"', NOTHING);

    const history = JSON.parse((await service.call(`GET /v1/pets/${id}/history`)).text);
    const fields = (history as { changes: object }[]).map(({ changes }) => Object.keys(changes).sort());
    const others = ["bornOn", "breed"];
    expect(fields).toEqual([
      [...others, "goodWith", "size", "story"],
      ["goodWith", "sex"],
      [...others, "goodWith", "sex", "size", "story"],
      [],
    ]);
    expect(history[1]).toMatchObject({
      action: "profile.changed",
      changes: { sex: { from: "female", to: null }, goodWith: { from: BELLA.goodWith, to: goodWith } },
    });
  });

  test("a removed animal keeps its profile until it is restored", async () => {
    const id = await newId();
    await put(id, BELLA);
    const removed = await service.call(`DELETE /v1/pets/${id}`, { headers: { "if-match": '"2"' } });
    expect(removed.status).toBe(204);
    expectError(await service.call(`GET ${path(id)}`), 404, "not_found");
    expectError(await put(id, NO_PROFILE), 404, "not_found");
    await undoLatest(service, BigInt(id));
    expect(expectProfile(await service.call(`GET ${path(id)}`))).toMatchObject(BELLA);
  });

  const BAD: readonly [what: string, body: object, message: RegExp][] = [
    ["nothing", {}, /story is required; breed is required; sex is required; bornOn is required; size is required/],
    ["a story of white space", { ...BELLA, story: "\n \u00a0" }, /^story must be 1 to 2000 characters/],
    ["a story of 2,001 characters", { ...BELLA, story: "🐶".repeat(2_001) }, /^story must be 1 to 2000/],
    ["a breed of 61 characters", { ...BELLA, breed: "🐶".repeat(61) }, /^breed must be 1 to 60 characters long/],
    ["an unknown sex", { ...BELLA, sex: "Female" }, /^sex must be null or one of female, male/],
    ["a day that does not exist", { ...BELLA, bornOn: "2023-02-29" }, /^bornOn must be a date that exists/],
    [
      "a text instead of true",
      { ...BELLA, goodWith: { ...BELLA.goodWith, dogs: "yes" } },
      /^goodWith\.dogs must be true/,
    ],
    ["a companion too few", { ...BELLA, goodWith: { children: true, dogs: true } }, /^goodWith\.cats is required/],
  ];
  test.each(BAD)("%s: 400", async (_what, body, message) => {
    const id = await newId();
    expectError(await put(id, body), 400, "bad_request", message);
  });
});

describe("GET /v1/pets – include", () => {
  test("include=profile,version adds both to every row, even of animals without a profile", async () => {
    const [with_, without] = [await newId(), await newId()];
    await put(with_, BELLA);
    const list = async (include: string) => {
      const answer = await service.call(`GET /v1/pets?ids=${with_},${without}&include=${include}`);
      expect(answer, answer.text).toMatchObject({ status: 200 });
      return JSON.parse(answer.text) as { profile?: object; version?: string }[];
    };
    const profiles = [NOTHING, { ...BELLA, ageGroup: "senior", photos: [] }];
    for (const include of ["profile,version", "version,profile"]) {
      const rows = await list(include);
      expect(rows.map(({ profile }) => profile)).toEqual(profiles);
      expect(rows.map(({ version }) => version)).toEqual(["1", "2"]);
    }
    for (const row of await list("profile")) expect(row).not.toHaveProperty("version");
    for (const row of await list("version")) expect(row).not.toHaveProperty("profile");
  });

  test("a list that was read before shows a change of the profile, its undo and another status at once", async () => {
    const id = await newId();
    const list = async () => {
      const request = `GET /v1/pets?include=profile,version&ids=${id}`;
      const [first, again] = [await service.call(request), await service.call(request)];
      expect(again.text).toBe(first.text);
      return JSON.parse(first.text);
    };
    await put(id, BELLA);
    await list();
    await put(id, { ...BELLA, story: "Loves fish." });
    expect(await list()).toMatchObject([{ version: "3", profile: { story: "Loves fish." } }]);
    const headers = { "if-match": "*" };
    await undoLatest(service, BigInt(id));
    expect(await list()).toMatchObject([{ version: "4", profile: BELLA }]);
    await service.call(`PATCH /v1/pets/${id}`, { body: '{"status":"pending"}', headers });
    expect(await list()).toMatchObject([{ version: "5", status: "pending", profile: BELLA }]);
  });

  test("the age group changes at midnight, in a list and in the profile", async () => {
    const id = await newId();
    await put(id, { ...BELLA, bornOn: "2024-05" });
    for (const [time, ageGroup] of [
      ["2027-04-30T23:59:59Z", "young"],
      ["2027-05-01T00:00:00Z", "adult"],
    ] as const) {
      setClock(() => Date.parse(time));
      expect(expectProfile(await service.call(`GET ${path(id)}`))).toMatchObject({ ageGroup });
      const [listed] = JSON.parse((await service.call(`GET /v1/pets?include=profile,version&ids=${id}`)).text);
      expect(listed.profile).toMatchObject({ ageGroup });
    }
  });

  test("include=waitsSince: when an animal was last returned, or else added, also by hand", async () => {
    const [added, returned] = [await newId(), await newId()];
    const list = async () => {
      const answer = await service.call(`GET /v1/pets?ids=${added},${returned}&include=waitsSince&sort=oldest`);
      const rows = JSON.parse(answer.text) as { waitsSince: string }[];
      return rows.map(({ waitsSince }) => Date.parse(waitsSince));
    };
    const setStatus = (status: string) =>
      service.call(`PATCH /v1/pets/${returned}`, { body: JSON.stringify({ status }), headers: { "If-Match": "*" } });
    const before = await list();
    expect(before.every((time) => Math.abs(Date.now() - time) < 60_000)).toBe(true);
    for (const status of ["pending", "available"]) {
      expect(await setStatus(status)).toMatchObject({ status: 200 });
      expect(await list()).toEqual(before);
    }

    const at = Date.now() + 3_600_000;
    setClock(() => at);
    const { id: order } = await placeOrder(AUTHOR, { petId: returned });
    await changeOrder(AUTHOR, order, "complete");
    expect(await list()).toEqual(before);
    await changeOrder(AUTHOR, order, "return");
    expect(await list()).toEqual([before[0], at]);
    setClock(() => at + 1_000);
    await setStatus("sold");
    await setStatus("available");
    expect(await list()).toEqual([before[0], at + 1_000]);
  });

  test("an undone return does not count", async () => {
    const petId = await newId();
    const waitsSince = async () => (await findPetPage(petId))?.waitsSince;
    const before = await waitsSince();
    const { id } = await placeOrder(AUTHOR, { petId });
    await changeOrder(AUTHOR, id, "complete");
    await changeOrder(AUTHOR, id, "return");
    expect(await waitsSince()).not.toEqual(before);
    expect((await undoLatest(service, petId)).status).toBe(200);
    expect(await waitsSince()).toEqual(before);
  });
});
