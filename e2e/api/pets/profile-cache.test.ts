import { afterEach, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { setClock } from "@/lib/process/clock";
import { MINUTE_MS } from "@/lib/values/time";
import { suiteService } from "../support/service";

const service = suiteService();
afterEach(() => setClock(null));

const PROFILE = { ...NO_PROFILE, story: "Found in a garden.", sex: "female", bornOn: "2024-05" };

async function expectOk(request: string, body?: object, headers = {}) {
  const answer = await service.call(request, { headers, ...(body && { body: JSON.stringify(body) }) });
  expect([200, 201], answer.text).toContain(answer.status);
  return JSON.parse(answer.text);
}

/** Adds an animal with a profile, and returns its id. */
async function addProfiled(): Promise<number> {
  const { id } = await expectOk("POST /v1/pets", { name: "Bella", categoryId: 1 });
  await expectOk(`PUT /v1/pets/${id}/profile`, PROFILE);
  return id;
}

/** Lists animals with their profiles twice: the second list may come from the cache, and must be the same. */
async function listTwice(...ids: number[]) {
  const request = `GET /v1/pets?include=profile,version&ids=${ids}`;
  const rows = await expectOk(request);
  expect(await expectOk(request)).toEqual(rows);
  return rows;
}

/** Changes a story in the database itself. Only a list with cached profiles still shows the old one. */
const tamper = (id: number) => pool().query("UPDATE pet_profiles SET story = 'Changed' WHERE pet_id = $1", [id]);

describe("GET /v1/pets – cached profiles", () => {
  test("profiles come from the cache if all profiles of the list are in it", async () => {
    const [cached, other] = [await addProfiled(), await addProfiled()];
    await listTwice(cached);
    await tamper(cached);
    expect(await listTwice(cached)).toMatchObject([{ id: cached, profile: PROFILE }]);
    expect(await listTwice(cached, other)).toMatchObject([
      { id: other, profile: PROFILE },
      { id: cached, profile: { story: "Changed" } },
    ]);
  });

  test("a change of the profile, its undo, or another status shows at once", async () => {
    const id = await addProfiled();
    await listTwice(id);
    await expectOk(`PUT /v1/pets/${id}/profile`, { ...PROFILE, story: "Loves fish." });
    expect(await listTwice(id)).toMatchObject([{ version: "3", profile: { story: "Loves fish." } }]);
    const [newest] = await expectOk(`GET /v1/pets/${id}/history`);
    await expectOk(`POST /v1/pets/${id}/history/${newest.id}/undo`, {}, { "if-match": '"3"' });
    expect(await listTwice(id)).toMatchObject([{ version: "4", profile: PROFILE }]);
    await expectOk(`PATCH /v1/pets/${id}`, { status: "pending" }, { "if-match": '"4"' });
    expect(await listTwice(id)).toMatchObject([{ version: "5", status: "pending", profile: PROFILE }]);
  });

  test("a profile is cached for a minute", async () => {
    const id = await addProfiled();
    const start = Date.parse("2026-11-22T12:00:00Z");
    setClock(() => start);
    await listTwice(id);
    await tamper(id);
    setClock(() => start + MINUTE_MS - 1);
    expect(await listTwice(id)).toMatchObject([{ profile: PROFILE }]);
    setClock(() => start + MINUTE_MS);
    expect(await listTwice(id)).toMatchObject([{ profile: { story: "Changed" } }]);
  });

  test("the age group changes at midnight", async () => {
    const id = await addProfiled();
    for (const [time, ageGroup] of [
      ["2027-04-30T23:59:59Z", "young"],
      ["2027-05-01T00:00:00Z", "adult"],
    ] as const) {
      setClock(() => Date.parse(time));
      expect(await listTwice(id)).toMatchObject([{ profile: { ageGroup } }]);
    }
  });

  test("a list without versions has the same profile", async () => {
    const id = await addProfiled();
    const [{ version: _, ...rest }] = await listTwice(id);
    expect(await expectOk(`GET /v1/pets?include=profile&ids=${id}`)).toEqual([rest]);
  });
});
