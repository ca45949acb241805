import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { changeOrderAndApplications, undoOrderAndApplications } from "@/lib/applications/effects-store";
import { placeOrder } from "@/lib/orders/store";
import { findPetPage } from "@/lib/pets/adopters/pet-store";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { createPet, getPet } from "@/lib/pets/store";
import { setClock } from "@/lib/process/clock";
import { expectCommon, expectError } from "../support/answers";
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

describe("GET /v1/pets/{petId}/profile", () => {
  test("of an animal without a profile, nothing is known", async () => {
    const id = await newId();
    const answer = await service.call(`GET ${path(id)}`);
    expect(expectProfile(answer)).toEqual({ ...NO_PROFILE, ageGroup: null, photos: [] });
    expect(answer.headers.etag).toBe('"1"');
  });
});

describe("PUT /v1/pets/{petId}/profile", () => {
  test("replaces everything, and raises the version of the animal", async () => {
    const id = await newId();
    const first = await put(id, BELLA);
    expect(expectProfile(first)).toEqual({ ...BELLA, ageGroup: "senior", photos: [] });
    expect(first.headers.etag).toBe('"2"');
    const read = await service.call(`GET ${path(id)}`);
    expect(read.text).toBe(first.text);
    expect(read.headers.etag).toBe('"2"');
    const second = await put(id, NO_PROFILE);
    expect(expectProfile(second)).toEqual({ ...NO_PROFILE, ageGroup: null, photos: [] });
    expect((await getPet(id)).version).toBe(3n);
  });

  test("the history records the members that changed", async () => {
    const id = await newId();
    await put(id, BELLA);
    await put(id, { ...BELLA, sex: null, goodWith: { ...BELLA.goodWith, cats: true } });
    const history = JSON.parse((await service.call(`GET /v1/pets/${id}/history`)).text);
    expect(history[0]).toMatchObject({
      action: "profile.changed",
      changes: {
        sex: { from: "female", to: null },
        goodWith: { from: BELLA.goodWith, to: { ...BELLA.goodWith, cats: true } },
      },
    });
    expect(Object.keys(history[0].changes).sort()).toEqual(["goodWith", "sex"]);
    expect(Object.keys(history[1].changes).sort()).toEqual(["bornOn", "breed", "goodWith", "sex", "size", "story"]);
  });

  test("setting the same profile changes nothing", async () => {
    const id = await newId();
    await put(id, BELLA);
    expect((await put(id, BELLA)).headers.etag).toBe('"2"');
    expect(JSON.parse((await service.call(`GET /v1/pets/${id}/history`)).text)).toHaveLength(2);
  });

  test("a removed animal keeps its profile until it is restored", async () => {
    const id = await newId();
    await put(id, BELLA);
    const removed = await service.call(`DELETE /v1/pets/${id}`, { headers: { "if-match": '"2"' } });
    expect(removed.status).toBe(204);
    expectError(await service.call(`GET ${path(id)}`), 404, "not_found");
    expectError(await put(id, NO_PROFILE), 404, "not_found");
    const [{ id: change }] = JSON.parse((await service.call(`GET /v1/pets/${id}/history`)).text);
    await service.call(`POST /v1/pets/${id}/history/${change}/undo`, { body: "{}" });
    expect(expectProfile(await service.call(`GET ${path(id)}`))).toMatchObject(BELLA);
  });

  const BAD: readonly [what: string, body: object, message: RegExp][] = [
    ["nothing", {}, /story is required; breed is required; sex is required; bornOn is required; size is required/],
    ["photos", { ...BELLA, photos: [] }, /photos is not a known field/],
    ["a story of white space", { ...BELLA, story: "\n \u00a0" }, /^story must be 1 to 2000 characters/],
    ["a story of 2,001 characters", { ...BELLA, story: "🐶".repeat(2_001) }, /^story must be 1 to 2000/],
    ["U+0000 in the story", { ...BELLA, story: "a\u0000b" }, /^story must not contain control characters/],
    ["a breed of 61 characters", { ...BELLA, breed: "🐶".repeat(61) }, /^breed must be 1 to 60 characters long/],
    ["a breed of two lines", { ...BELLA, breed: "Beagle\nmix" }, /^breed must not contain control characters/],
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

  test("property: what is sent is read back, also in a list", async () => {
    const id = await newId();
    const flag = fc.option(fc.boolean());
    const profile = fc.record({
      story: fc.option(
        fc
          .string({ unit: "grapheme", minLength: 1, maxLength: 300 })
          .filter((text) => /\P{White_Space}/u.test(text) && !/\p{Cc}/u.test(text)),
      ),
      breed: fc.option(fc.constantFrom("Lop", " Mixed 🐰 ")),
      sex: fc.option(fc.constantFrom("female", "male")),
      bornOn: fc.option(
        fc
          .tuple(
            fc.date({ min: new Date("1980-01-01"), max: new Date(), noInvalidDate: true }),
            fc.constantFrom(4, 7, 10),
          )
          .map(([date, length]) => date.toISOString().slice(0, length)),
      ),
      size: fc.option(fc.constantFrom("small", "medium", "large", "extra_large")),
      goodWith: fc.record({ children: flag, dogs: flag, cats: flag }),
    });
    await fc.assert(
      fc.asyncProperty(profile, async (wanted) => {
        const written = expectProfile(await put(id, wanted));
        expect(written).toMatchObject(wanted);
        expect(expectProfile(await service.call(`GET ${path(id)}`))).toEqual(written);
        const [listed] = JSON.parse((await service.call(`GET /v1/pets?include=profile&ids=${id}`)).text);
        expect(listed.profile).toEqual(written);
      }),
      { numRuns: 20 },
    );
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
    const profiles = [
      { ...NO_PROFILE, ageGroup: null, photos: [] },
      { ...BELLA, ageGroup: "senior", photos: [] },
    ];
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
    const [newest] = JSON.parse((await service.call(`GET /v1/pets/${id}/history`)).text);
    const headers = { "if-match": "*" };
    await service.call(`POST /v1/pets/${id}/history/${newest.id}/undo`, { body: "{}", headers });
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

  test("include=waitsSince: when an animal was last returned, or else added, whatever is changed by hand", async () => {
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
    for (const status of ["sold", "available", "pending", "available"]) {
      expect(await setStatus(status)).toMatchObject({ status: 200 });
      expect(await list()).toEqual(before);
    }

    const at = Date.now() + 3_600_000;
    setClock(() => at);
    const { id: order } = await placeOrder(AUTHOR, { petId: returned });
    await changeOrderAndApplications(AUTHOR, order, "complete");
    expect(await list()).toEqual(before);
    await changeOrderAndApplications(AUTHOR, order, "return");
    expect(await list()).toEqual([before[0], at]);
    await setStatus("sold");
    await setStatus("available");
    expect(await list()).toEqual([before[0], at]);
  });

  test("an undone return does not count", async () => {
    const petId = await newId();
    const waitsSince = async () => (await findPetPage(petId))?.waitsSince;
    const before = await waitsSince();
    const { id } = await placeOrder(AUTHOR, { petId });
    await changeOrderAndApplications(AUTHOR, id, "complete");
    await changeOrderAndApplications(AUTHOR, id, "return");
    expect(await waitsSince()).not.toEqual(before);
    await undoOrderAndApplications(AUTHOR, id, { status: "returned" });
    expect(await waitsSince()).toEqual(before);
  });
});
