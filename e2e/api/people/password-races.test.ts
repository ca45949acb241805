import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { expect, test } from "vitest";
import { listAudit, OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { LOCKS } from "@/lib/database/locks";
import { addPerson, resetPassword } from "@/lib/people/store";
import { suiteService } from "../support/service";
import { Browser, signInRoutes } from "../support/sign-in-suite";
import { holdingTransaction, waiting } from "../support/transaction";

// Passwords that change while something else with the same password is in progress. Locks of PostgreSQL, held by the
// test, decide what comes first.
const service = suiteService({ environment: { TRUSTED_PROXIES: "1" }, pages: signInRoutes });

const AUDITED = `SELECT pg_advisory_xact_lock(${LOCKS.auditedChange})`;
const OWN_PASSWORD = "plum lantern quietly seven";

let addresses = 0;
const newBrowser = () => new Browser(service, { "x-forwarded-for": `10.0.0.${++addresses}` });

async function newPerson() {
  const { email, password } = await addPerson(OPERATOR, {
    email: `${randomUUID().slice(0, 8)}@shelter.example`,
    role: "staff",
  });
  const { id } = await db().user.findUniqueOrThrow({ where: { email } });
  return { id, email, password };
}

/** A person, and a browser in which they are signed in. */
async function newSignedIn() {
  const person = await newPerson();
  const browser = newBrowser();
  expect((await browser.signIn(person.email, person.password)).status).toBe(200);
  return { ...person, browser };
}

const lockAccount = "SELECT 1 FROM accounts WHERE user_id = $1 FOR UPDATE";
const lockPerson = "SELECT 1 FROM users WHERE id = $1 FOR UPDATE";
const isSignedIn = async (browser: Browser) => {
  const body = '{"name":"A","categoryId":1}';
  return (await service.call("POST /v1/pets", { key: await browser.token(), body })).status === 201;
};
const stateOf = (id: string) =>
  db().user.findUniqueOrThrow({
    where: { id },
    select: { mustChangePassword: true, passwordExpiresAt: true, _count: { select: { sessions: true } } },
  });
const RESET = { mustChangePassword: true, passwordExpiresAt: expect.any(Date), _count: { sessions: 0 } };

test.each([
  ["the audited changes", AUDITED, []],
  ["the stored password", lockAccount, ["id"]],
])("a password change that waits for %s during a reset does not undo it", async (_what, lock, values) => {
  const { id, email, password, browser } = await newSignedIn();
  const held = values.map(() => id);
  const [reset, change] = await holdingTransaction({ sql: lock, values: held }, async () => {
    const first = resetPassword(OPERATOR, id);
    await waiting(1);
    const second = browser.changePassword(password, OWN_PASSWORD);
    await waiting(2);
    return [first, second];
  });
  const fresh = await reset;
  const refused = await change;
  expect(refused.status).toBe(401);
  expect(refused.headers["set-cookie"]).toBeUndefined();
  expect(await stateOf(id)).toEqual(RESET);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await newBrowser().signIn(email, OWN_PASSWORD)).status).toBe(401);
  expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
  const entries = (await listAudit({ limit: 200 })).entries.filter(({ subject }) => subject === email);
  expect(entries.map(({ action }) => action)).not.toContain("person.password_change");
});

test("a reset that waits for a password change ends the session that the change created", async () => {
  const { id, email, password, browser } = await newSignedIn();
  const [change, reset] = await holdingTransaction({ sql: AUDITED, values: [] }, async () => {
    const first = browser.changePassword(password, OWN_PASSWORD);
    await waiting(1);
    const second = resetPassword(OPERATOR, id);
    await waiting(2);
    return [first, second];
  });
  expect(await change).toMatchObject({ status: 200 });
  const fresh = await reset;
  expect(await stateOf(id)).toEqual(RESET);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
});

test("repeated password changes cannot undo a reset", async () => {
  const { id, password, browser } = await newSignedIn();
  let current = password;
  const attack = async () => {
    for (let tries = 0; tries < 20; tries++) {
      const next = `${OWN_PASSWORD} ${randomUUID()}`;
      if ((await browser.changePassword(current, next)).status !== 200) return;
      current = next;
    }
  };
  const attacking = attack();
  await expect.poll(() => current).not.toBe(password);
  await resetPassword(OPERATOR, id);
  await attacking;
  expect(await stateOf(id)).toEqual(RESET);
  expect(await isSignedIn(browser)).toBe(false);
});

test("of two simultaneous changes one succeeds, the other is refused, and one session is left", async () => {
  const { id, email, password, browser } = await newSignedIn();
  const passwords = [`${OWN_PASSWORD} one`, `${OWN_PASSWORD} two`];
  const changes = await holdingTransaction({ sql: AUDITED, values: [] }, async () => {
    const started = passwords.map((next) => browser.changePassword(password, next));
    await waiting(2);
    return started;
  });
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 401]);
  expect(await stateOf(id)).toMatchObject({ mustChangePassword: false, _count: { sessions: 1 } });
  const chosen = passwords[statuses.indexOf(200)] ?? "";
  expect((await newBrowser().signIn(email, chosen)).status).toBe(200);
});

test("a change answers 409 when the password was replaced after the check", async () => {
  const { id, email, password, browser } = await newSignedIn();
  const other = await hashPassword("another password");
  const change = await holdingTransaction({ sql: lockPerson, values: [id] }, async (tx) => {
    const started = browser.changePassword(password, OWN_PASSWORD);
    await waiting(1);
    await tx.query("UPDATE accounts SET password = $1 WHERE user_id = $2", [other, id]);
    return [started];
  });
  expect((await change[0])?.status).toBe(409);
  expect((await newBrowser().signIn(email, OWN_PASSWORD)).status).toBe(401);
  expect((await newBrowser().signIn(email, "another password")).status).toBe(200);
});

test("a sign-in with the old password that ends after the change answers 401 without a session", async () => {
  const { id, email, password } = await newPerson();
  const other = await hashPassword("another password");
  const late = newBrowser();
  const [signIn] = await holdingTransaction({ sql: lockPerson, values: [id] }, async (tx) => {
    const started = late.signIn(email, password);
    // The password was right. The new session refers to the person, so it waits.
    await waiting(1);
    await tx.query("UPDATE accounts SET password = $1 WHERE user_id = $2", [other, id]);
    await tx.query("DELETE FROM sessions WHERE user_id = $1", [id]);
    return [started];
  });
  const refused = await signIn;
  expect(refused?.status).toBe(401);
  expect(refused?.headers["set-cookie"]).toBeUndefined();
  expect(await stateOf(id)).toMatchObject({ _count: { sessions: 0 } });
  expect(await isSignedIn(late)).toBe(false);
});

test("simultaneous sign-ins with the old password leave no session", async () => {
  const { id, email, password, browser } = await newSignedIn();
  const others = Array.from({ length: 6 }, newBrowser);
  const [change, signIns] = await holdingTransaction({ sql: lockPerson, values: [id] }, async () => {
    const before = others.slice(0, 3).map((other) => other.signIn(email, password));
    // Unknown browsers sign in one at a time.
    await waiting(1);
    const changing = browser.changePassword(password, OWN_PASSWORD);
    await waiting(2);
    const after = others.slice(3).map((other) => other.signIn(email, password));
    return [changing, Promise.all([...before, ...after])] as const;
  });
  expect((await change).status).toBe(200);
  await signIns;
  for (const other of others) expect(await isSignedIn(other)).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await stateOf(id)).toMatchObject({ _count: { sessions: 1 } });
});
