import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { addressSubject } from "@/lib/applications/limits";
import { readLinkMail } from "@/lib/applications/mail-store";
import { Application } from "@/lib/applications/schema";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { personName } from "@/lib/values/person-name";
import { expectError } from "../support/answers";
import { suiteApplications } from "../support/application-suite";
import { applicationBody, apply, expectSent, newPet, sentApplication } from "../support/applications";
import { storedRows } from "../support/records";

// Sending an application. Reading them is in list-applications.test.ts.
const { service, staff, send } = suiteApplications();

afterEach(async () => {
  await pool().query("DELETE FROM window_counts");
});

describe("POST /v1/applications", () => {
  test("the answer has what the applicant may see, and the secret of the private page", async () => {
    const pet = await newPet("Björn");
    const body = applicationBody(pet.id, { telephone: "+44 20 7946 0000" });
    const answer = await apply(service, body);
    const sent = expectSent(answer);
    expect(answer.headers.location).toBe(`/v1/applications/${body.id}`);
    expect(sent).toEqual({
      id: body.id,
      petId: pet.id,
      petName: "Björn",
      status: "new",
      createdAt: expect.stringMatching(/^\d{4}-/),
      changedAt: sent.createdAt,
      mayWithdraw: true,
      secret: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { rows } = await pool().query("SELECT t::text FROM applications AS t WHERE id = $1", [body.id]);
    expect(rows[0].t).toContain(body.email);
    expect(rows[0].t).not.toContain(sent.secret);
  });

  test("a receipt with the private link goes into the outbox, and it is known whether it was sent", async () => {
    const body = applicationBody((await newPet()).id);
    const { secret } = expectSent(await apply(service, body));
    expect(await db().job.findMany({ where: { about: `application:${body.id}` } })).toMatchObject([
      {
        template: "application_received",
        data: {
          to: body.email,
          data: { applicantName: body.name, petName: "Biscuit", path: `/applications/${body.id}/${secret}` },
        },
      },
    ]);
    expect(await readLinkMail(body.id)).toBe("waiting");
    const about = { where: { about: `application:${body.id}` } };
    await db().job.updateMany({ ...about, data: { status: "done", settledAt: new Date(), data: {} } });
    expect(await readLinkMail(body.id)).toBe("sent");
    await db().job.deleteMany(about);
    expect(await readLinkMail(body.id)).toBeNull();
  });

  test("a person of the shelter gets no secret, and it is known who entered an application", async () => {
    const { id: petId } = await newPet();
    const enter = (body: object) =>
      service.call("POST /v1/applications", { key: staff().token, body: JSON.stringify(body) });
    const enteredBy = async (id: string) => {
      const { json } = await service.call(`GET /v1/applications/${id}`, { key: staff().token });
      return Application.parse(json).enteredBy;
    };
    const own = applicationBody(petId);
    const { secret, ...seen } = expectSent(await apply(service, own));
    expect(secret).toBeDefined();
    expect(expectSent(await enter(own))).toEqual(seen);
    expect(await enteredBy(own.id)).toEqual({ kind: "applicant", name: null });
    const taken = applicationBody(petId);
    expect(expectSent(await enter(taken))).not.toHaveProperty("secret");
    // Sending it again does not make it somebody else's.
    expect(expectSent(await apply(service, taken))).not.toHaveProperty("secret");
    expect(await enteredBy(taken.id)).toEqual({ kind: "person", name: personName(staff().email) });
  });

  test("the same application gets the same answer, even from another form or later, and is stored once; another text says so", async () => {
    const body = applicationBody((await newPet()).id);
    const first = await apply(service, body, "203.0.113.7");
    const { formToken: _old, ...without } = body;
    await db().pet.update({ where: { id: BigInt(body.petId) }, data: { status: "sold" } });
    for (const again of [body, without, { ...body, id: body.id.toUpperCase(), homepage: "x" }]) {
      expect(await apply(service, again, "203.0.113.7")).toMatchObject({ status: 201, text: first.text });
    }
    expect(await db().application.count({ where: { id: body.id } })).toBe(1);
    expect(await db().job.count({ where: { about: `application:${body.id}` } })).toBe(1);
    const other = { ...body, message: "Another text" };
    const { application, ...refusal } = Object(await apply(service, other, "203.0.113.7").then(({ json }) => json));
    expect(refusal).toEqual({ code: "conflict", message: expect.stringMatching(/^This id was used/), status: 409n });
    expect(application).toEqual(first.json);
    expect((await db().application.findUniqueOrThrow({ where: { id: body.id } })).message).toBe(body.message);
    const counted = await db().windowCount.findUnique({ where: { subject: addressSubject("203.0.113.7") } });
    expect(counted?.count).toBe(1);
  });

  test("what staff see of an application does not give them its secret", async () => {
    const body = applicationBody((await newPet()).id);
    const { secret } = expectSent(await apply(service, body));
    const seen = await service.call(`GET /v1/applications/${body.id}`, { key: staff().token });
    expect(seen.text).toContain(body.message.slice(0, 9));
    expect(seen.text).not.toContain(body.retryToken);
    const { rows } = await pool().query("SELECT t::text FROM applications AS t WHERE id = $1", [body.id]);
    expect(rows[0].t).not.toContain(body.retryToken);
    for (const guess of [{ retryToken: randomUUID() }, { retryToken: body.id, message: "Another text" }]) {
      const refused = await apply(service, { ...body, ...guess });
      expectError(refused, 409, "conflict", "This id was used");
      expect(refused.text).not.toContain(secret);
    }
    expectError(await apply(service, { ...body, retryToken: undefined }), 400, "bad_request", "retryToken is required");
  });

  test("20 simultaneous requests with one application store it once and get the same answer and one receipt", async () => {
    const body = applicationBody((await newPet()).id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => apply(service, body, "203.0.113.9")));
    for (const answer of answers) expectSent(answer);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await db().application.count({ where: { id: body.id } })).toBe(1);
    expect(await db().job.count({ where: { about: `application:${body.id}` } })).toBe(1);
  });

  test("an unknown animal: 404, an adopted one: 409, a pending one: 201", async () => {
    const [sold, pending] = [await newPet("Max", "sold"), await newPet("Mia", "pending")];
    const before = await storedRows();
    expectError(await apply(service, applicationBody(9_007_199_254_740_991n)), 404, "not_found");
    expectError(await apply(service, applicationBody(sold.id)), 409, "conflict", "This animal has already");
    expect(await storedRows()).toEqual(before);
    expectSent(await apply(service, applicationBody(pending.id)));
  });
});

test("DELETE /v1/pets/{petId} while there is an application for the animal: 409", async () => {
  const pet = await newPet();
  const { id } = await sentApplication(pet.id);
  const removePet = () => send(`DELETE /v1/pets/${pet.id}`, {}, { "if-match": "*" });
  expectError(await removePet(), 409, "conflict", "This animal has an adoption or an application");
  await send(`DELETE /v1/applications/${id}`);
  expect((await removePet()).status).toBe(204);
});
