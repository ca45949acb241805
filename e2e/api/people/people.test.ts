import { describe, expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { OneTimePassword, OwnPerson, People, Person } from "@/lib/people/schema";
import { changePerson } from "@/lib/people/store";
import { History } from "@/lib/pets/changes/history-schema";
import { Pet } from "@/lib/pets/schema";
import { suiteAdmin } from "../support/admin-suite";
import { expectError } from "../support/answers";
import { settingChangesOf } from "../support/records";
import { newPerson, type SignedInPerson } from "../support/service";

const { service, admin, call, refuse, lastSetting } = suiteAdmin();

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

test("DELETE /v1/people/{personId}/sessions signs the person out everywhere, which is recorded once", async () => {
  const [{ id }, other] = [await newPerson("staff"), await newPerson("staff")];
  for (const _ of [1, 2])
    expect((await service.call(`DELETE /v1/people/${id}/sessions`, { key: admin().token })).status).toBe(204);
  expect(await db().session.count({ where: { userId: id } })).toBe(0);
  expect(await db().session.count({ where: { userId: other.id } })).toBe(1);
  expect(await settingChangesOf(id)).toEqual([{ author: `person:${admin().id}`, action: "person.sign_out" }]);
});

describe("POST /v1/people", () => {
  test("the person has a one-time password and the front part of the e-mail address as name", async () => {
    const person = await add(`kim.meyer@${crypto.randomUUID().slice(0, 8)}.example`);
    expect(person).toMatchObject({ name: "Kim Meyer", role: "staff", disabled: false, mustChangePassword: true });
    expect(await lastSetting()).toMatchObject({
      ...{ subject: "person", subjectId: person.id, action: "person.add", name: "Kim Meyer", email: person.email },
      changes: { role: { from: null, to: "staff" } },
    });
  });

  test("a taken e-mail address, in any case: 409", async () => {
    const { email } = await add();
    expectError(await refuse("POST /v1/people", { email: email.toUpperCase() }), 409, "conflict");
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

test("POST /v1/people/{personId}/password: the person gets a one-time password, which is recorded", async () => {
  const { id, email } = await add();
  expect(await call(`POST /v1/people/${id}/password`, OneTimePassword, {})).toMatchObject({ email });
  expect(await lastSetting()).toMatchObject({ action: "person.password", subjectId: id, changes: {} });
});

describe("PATCH /v1/people/me", () => {
  test("the new name is recorded, and in the history of animals that the person adds", async () => {
    const self = await newPerson();
    const changed = await call("PATCH /v1/people/me", OwnPerson, { name: "Sam" }, 200, self.token);
    expect(changed).toEqual({ email: self.email, name: "Sam" });
    expect(await lastSetting()).toMatchObject({
      actor: { kind: "person", name: "Sam" },
      ...{ action: "person.name", subjectId: self.id, name: "Sam", changes: { name: { to: "Sam" } } },
    });
    const pet = await call("POST /v1/pets", Pet, { name: "Biscuit", categoryId: 1 }, 201, self.token);
    const history = await call(`GET /v1/pets/${pet.id}/history`, History, undefined, 200, self.token);
    expect(history[0]?.actor).toEqual({ kind: "person", name: "Sam" });
  });
});

describe("PATCH /v1/people/{personId}", () => {
  test("a new name or role, disabling and enabling are recorded", async () => {
    const { id } = await add();
    for (const [change, action, changes] of [
      [{ name: "Kim" }, "person.name", { name: { to: "Kim" } }],
      [{ role: "admin", disabled: false }, "person.role", { role: { from: "staff", to: "admin" } }],
      [{ disabled: true }, "person.disable", { disabled: { from: false, to: true } }],
      [{ disabled: false }, "person.enable", { disabled: { from: true, to: false } }],
    ] as const) {
      expect(await call(`PATCH /v1/people/${id}`, Person, change)).toMatchObject(change);
      expect(await lastSetting()).toMatchObject({ action, subjectId: id, changes });
    }
  });

  test("a name is undone, a role is not", async () => {
    const { id, name } = await add();
    const undo = async (body: object) =>
      refuse(`POST /v1/changes/${(await refuse(`PATCH /v1/people/${id}`, body)).headers["change-set"]}/undo`, {});
    expect((await undo({ name: "Kim" })).status).toBe(200);
    expect(await call(`GET /v1/people/${id}`, Person)).toMatchObject({ name });
    expectError(await undo({ role: "admin" }), 409, "conflict", "This can never be undone");
  });

  test("admins may change their own name, but neither their role nor disable themselves", async () => {
    const own = `PATCH /v1/people/${admin().id}`;
    expect(await call(own, Person, { name: "Boss" })).toMatchObject({ name: "Boss" });
    expectError(await refuse(own, { role: "staff" }), 409, "conflict");
    expectError(await refuse(own, { disabled: true }), 409, "conflict");
    expectError(await refuse(own, {}), 400, "bad_request");
  });

  /** Disables all admins but these while something is done. */
  async function withOnly(admins: SignedInPerson[], act: () => Promise<void>): Promise<void> {
    const ids = admins.map(({ id }) => id);
    await db().user.updateMany({ where: { role: "admin", id: { notIn: ids } }, data: { disabledAt: new Date() } });
    await act().finally(() => db().user.update({ where: { id: admin().id }, data: { disabledAt: null } }));
  }

  test.each([[{ disabled: true }], [{ role: "staff" }]])(
    "two admins send %j for each other at once: one succeeds, one admin remains",
    async (change) => {
      for (let round = 0; round < 4; round++) {
        const pair = [await newPerson("admin"), await newPerson("admin")];
        const ids = pair.map(({ id }) => id);
        await withOnly(pair, async () => {
          const answers = await Promise.all(
            pair.map(({ token }, index) => refuse(`PATCH /v1/people/${ids[1 - index]}`, change, token)),
          );
          const [success, refusal = 0] = answers.map(({ status }) => status).toSorted();
          expect(success).toBe(200);
          // The slower one has lost the right to the change, or would be the last admin.
          expect([401, 403, 409]).toContain(refusal);
          expect(await db().user.count({ where: { id: { in: ids }, role: "admin", disabledAt: null } })).toBe(1);
        });
      }
    },
  );

  test("the last enabled admin cannot be disabled or demoted, not even from the command line", async () => {
    const only = await newPerson("admin");
    await withOnly([only], async () => {
      for (const change of [{ disabled: true }, { role: "staff" }, { role: "staff", disabled: false }] as const)
        await expect(changePerson(OPERATOR, only.id, change)).rejects.toMatchObject({ code: "conflict" });
      expect(await changePerson(OPERATOR, only.id, { role: "admin" })).toMatchObject({ role: "admin" });
    });
  });
});
