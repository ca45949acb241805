import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addressSubject, animalSubject, formToken, mailboxSubject } from "@/lib/applications/limits";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { setClock } from "@/lib/process/clock";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/values/time";
import { sweepUp } from "@/server/sweep";
import { suiteApplications } from "../support/application-suite";
import { applicationBody, apply, newAddress, newPet } from "../support/applications";
import { storedRows } from "../support/records";
import { type Answer, personToken } from "../support/service";
import { holdingTransaction } from "../support/transaction";

const { service, staff } = suiteApplications();
const NOW = Date.UTC(2030, 0, 31, 12);

let petId: bigint;
beforeEach(async () => {
  setClock(() => NOW);
  petId = (await newPet()).id;
});
afterEach(async () => {
  setClock(null);
  await pool().query("DELETE FROM window_counts");
});

/** The folder of an application; null if it was not stored. */
async function folderOf(id: string): Promise<"inbox" | "suspicious" | null> {
  const row = await db().application.findUnique({ where: { id }, select: { suspicious: true, suspicions: true } });
  // Whatever is suspicious has a reason.
  expect(row === null || row.suspicious === row.suspicions.length > 0).toBe(true);
  return row && (row.suspicious ? "suspicious" : "inbox");
}

const reasonsOf = async (petId: bigint) =>
  (await db().application.findFirst({ where: { petId }, orderBy: { number: "desc" } }))?.suspicions;

/** Sends an application, and returns its folder. */
async function send(more: object = {}, address?: string): Promise<string | null> {
  const body = applicationBody(petId, more);
  const answer = await apply(service, body, address);
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return folderOf(body.id);
}

/** Expects an application to be refused for `seconds`, without changing anything that is stored. */
async function expectTooMany(answer: Answer, seconds: number): Promise<void> {
  expect(answer, answer.text).toMatchObject({ status: 429 });
  expect(answer.json).toMatchObject({ code: "rate_limited", status: 429n });
  expect(answer.headers["retry-after"]).toBe(String(seconds));
  // The visitor still has requests for everything else.
  expect(Number(answer.headers["x-ratelimit-remaining"])).toBeGreaterThan(0);
}

const mails = (id: string) => db().job.count({ where: { about: `application:${id}` } });
const countsOf = (count: number, subject: string, until: number) =>
  db().windowCount.create({ data: { subject, count, until: new Date(until) } });

describe("POST /v1/applications – what may be spam", () => {
  test.for<[what: string, reasons: string[], more: () => object]>([
    ["a hidden field that is filled in", ["hidden_field"], () => ({ homepage: "https://pills.example" })],
    ["two links", [], () => ({ message: "See https://www.home.example/garden?www.cats and www.garden.example." })],
    ["three links", ["links"], () => ({ message: "http://a.example HTTPS://b.example www.c.example" })],
    ["no form token", ["form_time"], () => ({ formToken: undefined })],
    ["a form that was sent too soon", ["form_time"], () => ({ formToken: formToken(NOW - 2_999) })],
  ])("%s: the reasons are %j", async ([_what, reasons, more]) => {
    expect(await send(more())).toBe(reasons.length > 0 ? "suspicious" : "inbox");
    expect(await reasonsOf(petId)).toEqual(reasons);
  });

  test("a suspicious application is answered like any other, and gets no mail", async () => {
    const [spam, good] = [applicationBody(petId, { homepage: "x" }), applicationBody(petId)];
    const [first, second] = [await apply(service, spam), await apply(service, good)];
    const keys = ({ json }: Answer) => Object.keys(json ?? {});
    expect([first.status, keys(first)]).toEqual([second.status, keys(second)]);
    expect([await mails(spam.id), await mails(good.id)]).toEqual([0, 1]);
  });

  test("applications from signed-in people are never suspicious", async () => {
    await countsOf(30, animalSubject(petId), NOW + HOUR_MS);
    for (let count = 0; count < 2; count++) {
      const { formToken: _none, ...body } = applicationBody(petId, { homepage: "x" });
      const answer = await service.call("POST /v1/applications", {
        key: personToken(staff()),
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(201);
      expect(await folderOf(body.id)).toBe("inbox");
    }
  });

  test.each([
    ["talking", "inbox", 1],
    ["visit", "inbox", 1],
    ["approved", "inbox", 1],
    ["answered", "inbox", 0],
    ["declined", "suspicious", 0],
    ["withdrawn", "suspicious", 0],
  ])(
    "once it is %s, a suspicious application is in the folder %s and its applicant gets %i e-mails",
    async (status, folder, count) => {
      const body = applicationBody(petId, { homepage: "x" });
      await apply(service, body);
      const call = { key: personToken(staff()), body: JSON.stringify({ status }), headers: { "if-match": '"1"' } };
      const answer = await service.call(`PATCH /v1/applications/${body.id}`, call);
      expect(answer.json).toMatchObject({ folder, status });
      expect(await mails(body.id)).toBe(count);
    },
  );
});

describe("POST /v1/applications – limits", () => {
  test("from one IP address: the 6th in an hour is suspicious, the 21st gets 429 until the hour is over", async () => {
    const address = "203.0.113.5";
    const counted = (count: number) =>
      db().windowCount.update({ where: { subject: addressSubject(address) }, data: { count } });
    expect(await send({}, address)).toBe("inbox");
    await counted(4);
    expect([await send({}, address), await send({}, address)]).toEqual(["inbox", "suspicious"]);
    await counted(19);
    expect(await send({}, address)).toBe("suspicious");
    setClock(() => NOW + 10 * MINUTE_MS);
    const body = applicationBody(petId);
    const before = await storedRows();
    await expectTooMany(await apply(service, body, address), 3_000);
    expect(await storedRows()).toEqual(before);
    expect(await send({}, "203.0.113.6")).toBe("inbox");
    setClock(() => NOW + HOUR_MS);
    const later = { ...body, formToken: formToken(NOW + HOUR_MS - MINUTE_MS) };
    expect((await apply(service, later, address)).status).toBe(201);
    expect(await folderOf(body.id)).toBe("inbox");
  });

  test("a stranger who sends many with the e-mail address of an applicant changes nothing for the applicant", async () => {
    const email = "ada@home.example";
    await countsOf(20, mailboxSubject(email, "203.0.113.5"), NOW + DAY_MS);
    await expectTooMany(await apply(service, applicationBody(petId, { email }), "203.0.113.5"), 86_400);
    for (let count = 0; count < 7; count++) expect(await send({ email })).toBe("inbox");
    // Only the receipts to one mailbox are limited.
    expect(await db().job.count({ where: { data: { path: ["to"], equals: email } } })).toBe(5);
  });

  test("from one IP address, all e-mail addresses of one mailbox count together: the 6th in a day is suspicious", async () => {
    const sendFrom = (email: string) => send({ email }, "203.0.113.5");
    expect(await sendFrom("Ada.M+1@gmail.com")).toBe("inbox");
    await db().windowCount.update({
      where: { subject: mailboxSubject("adam@gmail.com", "203.0.113.5") },
      data: { count: 5 },
    });
    expect(await sendFrom("a.dam+2@googlemail.com")).toBe("suspicious");
    expect(await reasonsOf(petId)).toEqual(["mailbox"]);
    // Except at Gmail, a dot makes a different mailbox.
    await countsOf(5, mailboxSubject("ab@home.example", "203.0.113.5"), NOW + DAY_MS);
    expect(await sendFrom("a.b@home.example")).toBe("inbox");
  });

  test("for one animal: the 31st in an hour is suspicious, and suspicious ones do not count", async () => {
    await countsOf(29, animalSubject(petId), NOW + HOUR_MS);
    expect([await send({ homepage: "x" }), await send(), await send()]).toEqual(["suspicious", "inbox", "suspicious"]);
    expect(await reasonsOf(petId)).toEqual(["animal"]);
    await pool().query("UPDATE window_counts SET count = 5000 WHERE subject = $1", [animalSubject(petId)]);
    expect(await send()).toBe("suspicious");
  });

  test("after 100 receipts in an hour, applications arrive without one", async () => {
    await countsOf(99, "apply:receipts", NOW + HOUR_MS);
    const bodies = [applicationBody(petId), applicationBody(petId), applicationBody(petId)];
    for (const body of bodies.slice(0, 2)) await apply(service, body);
    setClock(() => NOW + HOUR_MS);
    await apply(service, { ...bodies[2], formToken: formToken(NOW + MINUTE_MS) });
    expect(await Promise.all(bodies.map(({ id }) => folderOf(id)))).toEqual(["inbox", "inbox", "inbox"]);
    expect(await Promise.all(bodies.map(({ id }) => mails(id)))).toEqual([1, 0, 1]);
  });

  test("of 14 simultaneous applications after 12 from one IP address, 8 are stored", async () => {
    const address = newAddress();
    await countsOf(12, addressSubject(address), NOW + HOUR_MS);
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => apply(service, applicationBody(petId), address)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(8).fill(201), ...Array(6).fill(429)]);
    expect(await db().application.count({ where: { petId } })).toBe(8);
  });

  test("what is not stored does not count, and counts are deleted when their time is over", async () => {
    const body = applicationBody(petId);
    await apply(service, { ...body, petId: 9_007_199_254_740_991 });
    expect(await db().windowCount.count()).toBe(0);
    await apply(service, body);
    expect(await db().windowCount.count()).toBe(5);
    setClock(() => NOW + DAY_MS);
    await sweepUp();
    expect(await db().windowCount.count()).toBe(0);
  });
});

test("an application over a limit is refused immediately, even while somebody changes the animal", async () => {
  const body = applicationBody(petId);
  await countsOf(20, addressSubject("203.0.113.5"), NOW + HOUR_MS);
  const locked = { sql: "SELECT FROM pets WHERE id = $1 FOR UPDATE", values: [petId] };
  await holdingTransaction(locked, async () => expectTooMany(await apply(service, body, "203.0.113.5"), 3_600));
});
