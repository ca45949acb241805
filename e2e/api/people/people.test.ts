import { describe, expect, test } from "vitest";
import { AuditEntries } from "@/lib/audit/schema";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { Invitation, OneTimePassword, OwnPerson, People, Person } from "@/lib/people/schema";
import { changePerson } from "@/lib/people/store";
import { History } from "@/lib/pets/changes/history-schema";
import { Pet } from "@/lib/pets/schema";
import { suiteAdmin } from "../support/admin-suite";
import { expectError } from "../support/answers";
import { newPerson, type SignedInPerson } from "../support/service";

const { service, admin, call, refuse, lastAudit } = suiteAdmin();

const address = () => `${crypto.randomUUID().slice(0, 8)}@shelter.example`;

/** Finds the person with an e-mail address in the list. */
async function find(email: string) {
  const person = (await call("GET /v1/people", People)).find((one) => one.email === email);
  expect(person).toBeDefined();
  return person as NonNullable<typeof person>;
}

/** Adds a person with the role `staff`. */
async function add(email = address()) {
  await call("POST /v1/people", OneTimePassword, { email, role: "staff" }, 201);
  return find(email);
}

describe("DELETE /v1/people/{personId}/sessions", () => {
  test("the person is signed out everywhere, which is in the audit once", async () => {
    const { id, email } = await newPerson("staff");
    const session = () => db().session.count({ where: { userId: id } });
    expect(await session()).toBe(1);
    const { id: otherId } = await newPerson("staff");
    for (const _ of [1, 2]) {
      expect(await service.call(`DELETE /v1/people/${id}/sessions`, { key: admin().token })).toMatchObject({
        status: 204,
      });
    }
    expect(await session()).toBe(0);
    expect(await db().session.count({ where: { userId: otherId } })).toBe(1);
    const entries = await call("GET /v1/audit?limit=2", AuditEntries);
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
      ["person.sign_out_everywhere", email],
      [expect.not.stringContaining("sign_out"), expect.anything()],
    ]);
  });
});

describe("POST /v1/people", () => {
  test("the person has a one-time password, and the addition is in the audit", async () => {
    const person = await add();
    expect(person).toMatchObject({ role: "staff", disabled: false, mustChangePassword: true });
    expect(await lastAudit()).toMatchObject({ action: "person.add", subject: person.email });
  });

  test("the person is called by the front part of the e-mail address", async () => {
    const { name } = await add(`kim.meyer@${crypto.randomUUID().slice(0, 8)}.example`);
    expect(name).toBe("Kim Meyer");
  });

  test("a taken e-mail address: 409", async () => {
    const { email } = await add();
    expectError(await refuse("POST /v1/people", { email: email.toUpperCase() }), 409, "conflict");
  });

  test.each([
    [{ email: "nobody" }, /^email must be/],
    [{ email: "somebody@shelter.example", role: "owner" }, /^role must be/],
  ])("%j: 400", async (body, message) => {
    expectError(await refuse("POST /v1/people", body), 400, "bad_request", message);
  });

  test("simultaneous additions of one e-mail address add one person", async () => {
    const body = { email: address() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => refuse("POST /v1/people", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectError(answer, 409, "conflict", new RegExp(`already a person with the e-mail address ${body.email}`));
    }
  });
});

test("POST /v1/people/invitations: the person has the name that the admin enters", async () => {
  const email = address();
  await call("POST /v1/people/invitations", Invitation, { email, name: "Anne-Marie de Boer" }, 201);
  expect(await find(email)).toMatchObject({ name: "Anne-Marie de Boer" });
});

describe("PATCH /v1/people/me", () => {
  test("the new name is in the audit, and in the history of animals that the person adds", async () => {
    const self = await newPerson();
    const changed = await call("PATCH /v1/people/me", OwnPerson, { name: "Sam" }, 200, self.token);
    expect(changed).toEqual({ email: self.email, name: "Sam" });
    expect(await lastAudit()).toMatchObject({ actor: self.email, action: "person.name", subject: self.email });
    const pet = await call("POST /v1/pets", Pet, { name: "Biscuit", categoryId: 1 }, 201, self.token);
    const history = await call(`GET /v1/pets/${pet.id}/history`, History, undefined, 200, self.token);
    expect(history[0]?.actor).toEqual({ kind: "person", name: "Sam" });
  });

  test.each([
    ["empty", ""],
    ["a space", " "],
    ["longer than 100 characters", "x".repeat(101)],
    ["two lines", "two\nlines"],
    ["null", null],
  ])("a name that is %s: 400", async (_, name) => {
    const { token } = await newPerson();
    expectError(await refuse("PATCH /v1/people/me", { name }, token), 400, "bad_request", /^name must/);
  });
});

test("POST /v1/people/{personId}/password: the person gets a one-time password, which is in the audit", async () => {
  const { id, email } = await add();
  expect(await call(`POST /v1/people/${id}/password`, OneTimePassword, {})).toMatchObject({ email });
  expect(await lastAudit()).toMatchObject({ action: "person.password", subject: email });
});

describe("PATCH /v1/people/{personId} – name", () => {
  test("the new name is in the audit", async () => {
    const { id, email } = await add();
    expect(await call(`PATCH /v1/people/${id}`, Person, { name: "Kim" })).toMatchObject({ name: "Kim" });
    const entry = { actor: admin().email, action: "person.name", subject: email, details: { newName: "Kim" } };
    expect(await lastAudit()).toMatchObject(entry);
  });

  test("admins may change their own name, unlike their role", async () => {
    expect(await call(`PATCH /v1/people/${admin().id}`, Person, { name: "Boss" })).toMatchObject({ name: "Boss" });
  });
});

describe("PATCH /v1/people/{personId} – role and disabled", () => {
  test("a new role, disabling and enabling are in the audit", async () => {
    const { id, email } = await add();
    for (const [change, action] of [
      [{ role: "admin" }, "person.role"],
      [{ disabled: true }, "person.disable"],
      [{ disabled: false }, "person.enable"],
    ] as const) {
      expect(await call(`PATCH /v1/people/${id}`, Person, change)).toMatchObject(change);
      expect(await lastAudit()).toMatchObject({ action, subject: email });
    }
  });

  test("a change without effect is not in the audit", async () => {
    const { id, email } = await add();
    for (const change of [{ role: "staff" }, { disabled: false }, { role: "staff", disabled: false }]) {
      expect(await call(`PATCH /v1/people/${id}`, Person, change)).toMatchObject({ role: "staff", disabled: false });
    }
    expect(await lastAudit()).toMatchObject({ action: "person.add", subject: email });
    await call(`PATCH /v1/people/${id}`, Person, { role: "admin", disabled: false });
    expect(await lastAudit()).toMatchObject({ action: "person.role", subject: email, details: { role: "admin" } });
  });

  test("admins cannot change their own record, so one always remains", async () => {
    expectError(await refuse(`PATCH /v1/people/${admin().id}`, { role: "staff" }), 409, "conflict");
    expectError(await refuse(`PATCH /v1/people/${admin().id}`, { disabled: true }), 409, "conflict");
    expectError(await refuse("PATCH /v1/people/nobody", { disabled: true }), 404, "not_found");
    expectError(await refuse(`PATCH /v1/people/${admin().id}`, {}), 400, "bad_request");
  });

  /** Disables all admins but two, and lets these two change each other at the same time. */
  async function changeEachOther(change: object): Promise<[SignedInPerson[], number[]]> {
    const pair = [await newPerson("admin"), await newPerson("admin")];
    const ids = pair.map(({ id }) => id);
    await db().user.updateMany({ where: { role: "admin", id: { notIn: ids } }, data: { disabledAt: new Date() } });
    const answers = await Promise.all(
      pair.map(({ token: key }, index) => refuse(`PATCH /v1/people/${ids[1 - index]}`, change, key)),
    );
    return [pair, answers.map(({ status }) => status)];
  }

  test.each([[{ disabled: true }], [{ role: "staff" }]])(
    "two admins send %j for each other at once: one succeeds, one admin remains",
    async (change) => {
      try {
        for (let round = 0; round < 25; round++) {
          const [pair, statuses] = await changeEachOther(change);
          expect(statuses).toContain(200);
          expect(statuses.filter((status) => status === 200)).toHaveLength(1);
          // The slower one has lost the right to the change, or would be the last admin.
          expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
          const left = { id: { in: pair.map(({ id }) => id) }, role: "admin", disabledAt: null };
          expect(await db().user.count({ where: left })).toBe(1);
        }
      } finally {
        await db().user.update({ where: { id: admin().id }, data: { disabledAt: null } });
      }
    },
  );

  test("the last enabled admin cannot be disabled or demoted, not even from the command line", async () => {
    const only = await newPerson("admin");
    await db().user.updateMany({ where: { role: "admin", id: { not: only.id } }, data: { disabledAt: new Date() } });
    try {
      for (const change of [{ disabled: true }, { role: "staff" }, { role: "staff", disabled: false }] as const) {
        await expect(changePerson(OPERATOR, only.id, change)).rejects.toMatchObject({ code: "conflict" });
      }
      expect(await changePerson(OPERATOR, only.id, { role: "admin" })).toMatchObject({
        role: "admin",
        disabled: false,
      });
    } finally {
      await db().user.update({ where: { id: admin().id }, data: { disabledAt: null } });
    }
  });

  test("a demoted admin loses the rights immediately, although the token has not expired", async () => {
    const other = await newPerson("admin");
    expect((await service.call("GET /v1/keys", { key: other.token })).status).toBe(200);
    await call(`PATCH /v1/people/${other.id}`, Person, { role: "staff" });
    expectError(await service.call("GET /v1/keys", { key: other.token }), 403, "forbidden");
    expectError(await refuse("POST /v1/keys", { name: "A" }, other.token), 403, "forbidden");
  });
});

test("GET /v1/people lists the first 1,000 by e-mail address", async () => {
  const data = Array.from({ length: 1_001 }, (_, index) => {
    return { id: `many${index}`, email: `zz${index}@shelter.example`, name: "Zz", emailVerified: true };
  });
  await db().user.createMany({ data });
  const emails = (await call("GET /v1/people", People)).map(({ email }) => email);
  expect([emails.length, emails.includes(admin().email)]).toEqual([1_000, true]);
});
