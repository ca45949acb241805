import { afterEach, describe, expect, test } from "vitest";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { changeApplication } from "@/lib/applications/change-store";
import { findPetPage } from "@/lib/pets/adopters/pet-store";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { createPet } from "@/lib/pets/store";
import { setClock } from "@/lib/process/clock";
import { expectCommon, expectError } from "../support/answers";
import { newPet, sentApplication } from "../support/applications";
import { undoLatest } from "../support/records";
import { suiteService } from "../support/service";

const AUTHOR = { kind: "service" } as const;
const service = suiteService();
afterEach(() => setClock(null));

const BELLA = {
  story: "Found in a garden.\nLoves 🐟.",
  breed: "Bernese mountain dog mix",
  sex: "female",
  bornOn: "2010-05",
  size: "extra_large",
  goodWith: { children: true, dogs: false, cats: null },
};

const newId = async () => (await createPet(AUTHOR, { name: "Bella", categoryId: 2n })).id;
const path = (id: bigint) => `/v1/pets/${id}/profile`;
const patch = (id: bigint, body: object, headers: Record<string, string> = {}) =>
  service.call(`PATCH ${path(id)}`, { body: JSON.stringify(body), headers });

/** Checks an answer with a profile, and returns it. */
function expectProfile(answer: Awaited<ReturnType<typeof patch>>): Record<string, unknown> {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return JSON.parse(answer.text);
}

const NOTHING = { ...NO_PROFILE, ageGroup: null, photos: [] };

/** All that the service knows besides BELLA. */
const MORE = {
  cross: true,
  neutered: true,
  colour: "Black and tan",
  energy: "low",
  houseTrained: false,
  vaccinated: true,
  specialNeeds: "Needs a pill every day.",
  adoptionFee: "120.50",
};

describe("PATCH /v1/pets/{petId}/profile", () => {
  test("changes what it names, with a new version and an entry in the history that has what changed", async () => {
    const id = await newId();
    const expectRead = async (answer: Awaited<ReturnType<typeof patch>>, etag: string, expected: object) => {
      expect(expectProfile(answer)).toEqual(expected);
      const read = await service.call(`GET ${path(id)}`);
      expect([answer, read].map(({ text, headers }) => [text, headers.etag])).toEqual(Array(2).fill([read.text, etag]));
    };
    await expectRead(await service.call(`GET ${path(id)}`), '"1"', NOTHING);
    const shown = { ...NOTHING, ...BELLA, ageGroup: "senior" };
    await expectRead(await patch(id, BELLA), '"2"', shown);
    // What was read changes nothing when it is sent back.
    await expectRead(await patch(id, shown), '"2"', shown);
    const goodWith = { ...BELLA.goodWith, cats: true };
    const later = { ...shown, sex: null, goodWith };
    await expectRead(await patch(id, { sex: null, goodWith: { cats: true } }), '"3"', later);
    await expectRead(await patch(id, MORE), '"4"', { ...later, ...MORE });
    expectError(await patch(id, { sex: "male" }, { "if-match": '"3"' }), 412, "precondition_failed");
    await expectRead(await patch(id, NO_PROFILE), '"5"', NOTHING);

    const history = JSON.parse((await service.call(`GET /v1/pets/${id}/history`)).text);
    const fields = (history as { changes: object }[]).map(({ changes }) => Object.keys(changes).sort());
    const told = ["bornOn", "breed", "goodWith", "sex", "size", "story"];
    const all = [...told, ...Object.keys(MORE)].filter((name) => name !== "sex").sort();
    expect(fields).toEqual([all, Object.keys(MORE).sort(), ["goodWith", "sex"], told, []]);
    expect(history[2]).toMatchObject({
      action: "profile.changed",
      changes: { sex: { from: "female", to: null }, goodWith: { from: BELLA.goodWith, to: goodWith } },
    });
  });

  const BAD: readonly [what: string, body: object, message: RegExp][] = [
    ["nothing", {}, /must have at least one of story, breed, /],
    ["an unknown fact", { colour: "Black", color: "Black" }, /color/],
    ["a story of white space", { story: "\n \u00a0" }, /^story must be 1 to 2000 characters/],
    ["a story of 2,001 characters", { story: "🐶".repeat(2_001) }, /^story must be 1 to 2000/],
    ["a breed of 61 characters", { breed: "🐶".repeat(61) }, /^breed must be 1 to 60 characters long/],
    ["an unknown sex", { sex: "Female" }, /^sex must be null or one of female, male/],
    ["a day that does not exist", { bornOn: "2023-02-29" }, /^bornOn must be a date that exists/],
    ["a text instead of true", { goodWith: { dogs: "yes" } }, /^goodWith\.dogs must be true/],
    ["a fee with three decimals", { adoptionFee: "1.005" }, /^adoptionFee must be null, or an amount/],
    ["a fee as a number", { adoptionFee: 120 }, /^adoptionFee must be null, or an amount/],
    ["an animal that is not there", { bondedWith: 4_000_000 }, /^bondedWith must be null, or the id of another/],
  ];
  test.each(BAD)("%s: 400", async (_what, body, message) => {
    const id = await newId();
    expectError(await patch(id, body), 400, "bad_request", message);
  });

  test("an animal is bonded with another one, and the pages of both name the other until it is removed", async () => {
    const [id, other] = [await newId(), await newId()];
    expectError(await patch(id, { bondedWith: Number(id) }), 400, "bad_request", /^bondedWith must be/);
    expect(expectProfile(await patch(id, { bondedWith: Number(other) }))).toMatchObject({ bondedWith: Number(other) });
    const bonded = async (petId: bigint) => (await findPetPage(petId))?.bonded;
    expect(await bonded(id)).toEqual([{ id: String(other), name: "Bella" }]);
    expect(await bonded(other)).toEqual([{ id: String(id), name: "Bella" }]);
    await service.call(`DELETE /v1/pets/${other}`, { headers: { "if-match": "*" } });
    expect(await bonded(id)).toEqual([]);
  });
});

test("facts filter the list", async () => {
  const [calm, lively] = [await newId(), await newId()];
  await patch(calm, { ...BELLA, ...MORE, bondedWith: Number(lively) });
  await patch(lively, {
    sex: "male",
    size: "small",
    goodWith: { dogs: true, cats: true },
    energy: "high",
    neutered: false,
    adoptionFee: "121",
  });
  const find = async (filters: string) => {
    const { text } = await service.call(`GET /v1/pets?ids=${calm},${lively}&sort=oldest&${filters}`);
    return (JSON.parse(text) as { id: number }[]).map(({ id }) => BigInt(id));
  };
  expect(await find("energy=low&vaccinated=true&houseTrained=false&cross=true")).toEqual([calm]);
  expect(await find("sex=female&size=extra_large&ageGroup=senior&goodWith=children")).toEqual([calm]);
  expect(await find("goodWith=dogs,cats")).toEqual([lively]);
  expect(await find("goodWith=dogs,children")).toEqual([]);
  expect(await find("neutered=false")).toEqual([lively]);
  expect(await find("vaccinated=false")).toEqual([]);
  expect(await find("maxAdoptionFee=120.50")).toEqual([calm]);
  expect(await find("maxAdoptionFee=121")).toEqual([calm, lively]);
  expect(await find(`bondedWith=${lively}`)).toEqual([calm]);
});

describe("GET /v1/pets – include", () => {
  test("include=profile,version adds both to every row, even of animals without a profile", async () => {
    const [with_, without] = [await newId(), await newId()];
    await patch(with_, BELLA);
    const list = async (include: string) => {
      const answer = await service.call(`GET /v1/pets?ids=${with_},${without}&include=${include}`);
      expect(answer, answer.text).toMatchObject({ status: 200 });
      return JSON.parse(answer.text) as { profile?: object; version?: string }[];
    };
    const profiles = [NOTHING, { ...NOTHING, ...BELLA, ageGroup: "senior" }];
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
    await patch(id, BELLA);
    await list();
    await patch(id, { story: "Loves fish." });
    expect(await list()).toMatchObject([{ version: "3", profile: { story: "Loves fish." } }]);
    const headers = { "if-match": "*" };
    await undoLatest(service, BigInt(id));
    expect(await list()).toMatchObject([{ version: "4", profile: BELLA }]);
    await service.call(`PATCH /v1/pets/${id}`, { body: '{"status":"pending"}', headers });
    expect(await list()).toMatchObject([{ version: "5", status: "pending", profile: BELLA }]);
  });

  test("the age group changes at midnight, in a list and in the profile", async () => {
    const id = await newId();
    await patch(id, { bornOn: "2024-05" });
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

  test("include=arrivedAt: when an animal was last returned, or else added, also by hand", async () => {
    const [added, returned] = [await newId(), await newId()];
    const list = async () => {
      const answer = await service.call(`GET /v1/pets?ids=${added},${returned}&include=arrivedAt&sort=oldest`);
      const rows = JSON.parse(answer.text) as { arrivedAt: string }[];
      return rows.map(({ arrivedAt }) => Date.parse(arrivedAt));
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
    for (const since of [before[1], at]) {
      await undoLatest(service, returned);
      expect(await list()).toEqual([before[0], since]);
    }
    setClock(() => at + 1_000);
    await setStatus("sold");
    await setStatus("available");
    expect(await list()).toEqual([before[0], at + 1_000]);
  });

  test("a pending animal is asked for while somebody adopts it or has applied for it, not for a question alone", async () => {
    const isAskedFor = async (petId: bigint) => (await findPetPage(petId))?.isAskedFor;
    const [{ id: ordered }, { id: held }] = [await newPet(), await newPet()];
    await sentApplication(held);
    const { id } = await sentApplication(held, { home: "A house." });
    await placeOrder(AUTHOR, { petId: ordered });
    await service.call(`PATCH /v1/pets/${held}`, { headers: { "if-match": "*" }, body: '{"status":"pending"}' });
    expect([await isAskedFor(ordered), await isAskedFor(held)]).toEqual([true, true]);
    await changeApplication(AUTHOR, id, { status: "declined" }, null);
    expect(await isAskedFor(held)).toBe(false);
  });
});
