import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ChangeSet } from "@/lib/audit/schema";
import { contentVersion } from "@/lib/concurrency/caches";
import { db } from "@/lib/database/client";
import { setClock } from "@/lib/process/clock";
import { mapDays } from "@/lib/shelter/hours";
import { readShelter } from "@/lib/shelter/store";
import { expectError } from "../support/answers";
import { newPerson, type SignedInPerson, suiteService } from "../support/service";

const service = suiteService();
const PERIOD = { opens: "09:00", closes: "17:00" };
const HOURS = {
  days: mapDays((day) => (day === "sunday" ? [] : [PERIOD])),
  exceptions: [{ date: "2030-12-24", periods: [] }],
  note: "Ring the bell",
};
const FULL = {
  name: "Pawhaven",
  street: "1 Kennel Lane",
  postalCode: "AB1 2CD",
  city: "Barking",
  country: "United Kingdom",
  telephone: "+44 20 7946 0123",
  email: "hello@pawhaven.example",
  openingHours: HOURS,
  replyDays: 3,
  adoptionNotes: "The fee is 90 pounds.\nPlease bring a basket.",
  about: "We take in animals.\n\nCome and see us 🐾",
  currency: "GBP",
};
const hoursOn = (monday: object[]) => ({ ...HOURS, days: { ...HOURS.days, monday } });
/** Makes exceptions on as many different days. */
const datesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    date: new Date(Date.UTC(2030, 0, at + 1)).toISOString().slice(0, 10),
    periods: [PERIOD],
  }));
const EMPTY = Object.fromEntries(Object.keys(FULL).map((name) => [name, null]));

let admin: SignedInPerson;
beforeAll(async () => {
  admin = await newPerson("admin");
});
afterEach(() => setClock(null));

const get = () => service.call("GET /v1/shelter");
const put = (body: object, headers: Record<string, string> = {}) =>
  service.call("PUT /v1/shelter", { key: admin.token, body: JSON.stringify(body), headers });
const undo = (set: string | string[] | undefined, key = admin.token) =>
  service.call(`POST /v1/changes/${set}/undo`, { key });
const parse = ({ text }: { text: string }) => JSON.parse(text);

describe("PUT /v1/shelter", () => {
  test("replaces everything, and the next GET shows it with the same ETag", async () => {
    const fresh = await get();
    expect(parse(fresh)).toEqual({ ...EMPTY, name: "Pawhaven" });
    expect(fresh.headers.etag).toBe('"1"');
    const answer = await put(FULL);
    expect(answer.status).toBe(200);
    expect(parse(answer)).toEqual(FULL);
    const after = await get();
    expect(parse(after)).toEqual(FULL);
    expect(after.headers.etag).toBe(answer.headers.etag);
  });

  test("is a change set, which is undone and redone until a field changes again; the same values are none", async () => {
    await put(FULL);
    const { headers } = await put({ ...FULL, city: "Woking", openingHours: null, about: null });
    const same = await put({ ...FULL, city: "Woking", openingHours: null, about: null });
    expect([same.headers.etag, same.headers["change-set"]]).toEqual([headers.etag, undefined]);
    const set = headers["change-set"];
    expectError(await undo(set, (await newPerson("staff")).token), 403, "forbidden");
    const undone = await undo(set);
    expect(undone.status, undone.text).toBe(200);
    expect(ChangeSet.parse(undone.json)).toMatchObject({
      count: 1,
      changes: [
        {
          ...{ subject: "shelter", action: "shelter.change" },
          changes: { city: { from: "Woking", to: FULL.city }, openingHours: { from: null, to: HOURS } },
        },
      ],
    });
    expect(parse(await get())).toEqual(FULL);
    expectError(await undo(set), 409, "conflict", /^This was changed again since/);
    expect((await undo(undone.headers["change-set"])).status).toBe(200);
    expect(parse(await get())).toMatchObject({ city: "Woking", about: null });
    await put({ ...FULL, city: "Oxford" });
    expectError(await undo(set), 409, "conflict", /^This was changed again since \(city\)/);
  });

  const bad: [field: string, value: unknown, message: RegExp][] = [
    ["name", "A\nB", /^name must not contain control characters/],
    ["email", "a@b.example\r\nBcc: c@d.example", /^email must be an e-mail address/],
    ["openingHours", hoursOn([{ opens: "9", closes: "12:00" }]), /^openingHours.days.monday.0.opens must be a time/],
    ["openingHours", hoursOn([{ opens: "12:00", closes: "09:00" }]), /^openingHours.days.monday must be in order/],
    ["openingHours", hoursOn(Array(4).fill(PERIOD)), /^openingHours.days.monday must have at most 3/],
    ["openingHours", { ...HOURS, exceptions: datesOf(51) }, /^openingHours.exceptions must have at most 50/],
    ["openingHours", { ...HOURS, exceptions: datesOf(2).reverse() }, /^openingHours.exceptions must be in order/],
    ["openingHours", { ...HOURS, exceptions: [{ date: "2030-02-30", periods: [] }] }, /date must be a date/],
    ["replyDays", 0, /^replyDays must be a whole number from 1 to 365/],
    ["currency", "gbp", /^currency must be the three letters/],
  ];
  test.each(bad)("%s is %j: 400, and nothing changes", async (field, value, message) => {
    const before = (await get()).text;
    expectError(await put({ ...FULL, [field]: value }), 400, "bad_request", message);
    expect((await get()).text).toBe(before);
  });
});

describe("readShelter", () => {
  test("a change by this process is visible immediately, and outdates cached pages", async () => {
    await put(FULL);
    expect((await readShelter()).city).toBe("Barking");
    const before = contentVersion();
    await put({ ...FULL, city: "Mewport" });
    expect((await readShelter()).city).toBe("Mewport");
    const after = contentVersion();
    expect(after).toBeGreaterThan(before);
    await put({ name: "" });
    await put({ name: "Late" }, { "if-match": '"0"' });
    expect(contentVersion(), "after refused changes").toBe(after);
  });

  test("a change by another process is visible after a second, and until then nothing is read", async () => {
    await put(FULL);
    const start = Date.now();
    setClock(() => start);
    expect((await readShelter()).city).toBe("Barking");
    await db().shelter.update({ where: { id: 1 }, data: { city: "Clawville" } });
    setClock(() => start + 999);
    expect((await readShelter()).city).toBe("Barking");
    setClock(() => start + 1_000);
    expect((await readShelter()).city).toBe("Clawville");
  });
});
