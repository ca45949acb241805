import { hashPassword } from "better-auth/crypto";
import { expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { LOCKS } from "@/lib/database/locks";
import { resetPassword } from "@/lib/people/store";
import { settingChangesOf } from "../support/records";
import { addStaff, suiteSignIn } from "../support/sign-in-suite";
import { holdingTransaction, waiting } from "../support/transaction";

// Passwords that change while something else with the same password is in progress. Locks of PostgreSQL, held by the
// test, decide what comes first.
const { newBrowser, isSignedIn, newSignedIn } = suiteSignIn();

const AUDITED = `SELECT pg_advisory_xact_lock(${LOCKS.auditedChange})`;
const lockAccount = "SELECT 1 FROM accounts WHERE user_id = $1 FOR UPDATE";
const lockPerson = "SELECT 1 FROM users WHERE id = $1 FOR UPDATE";
const OWN_PASSWORD = "plum lantern quietly seven";

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
  const { id, email, password, browser } = await newSignedIn(true);
  const held = values.map(() => id);
  const [reset, change] = await holdingTransaction({ sql: lock, values: held }, async () => {
    const first = resetPassword(OPERATOR, { id });
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
  expect((await settingChangesOf(id)).map(({ action }) => action)).not.toContain("person.password_change");
});

test("a reset that waits for a password change ends the session that the change created", async () => {
  const { id, email, password, browser } = await newSignedIn(true);
  const [change, reset] = await holdingTransaction({ sql: AUDITED }, async () => {
    const first = browser.changePassword(password, OWN_PASSWORD);
    await waiting(1);
    const second = resetPassword(OPERATOR, { id });
    await waiting(2);
    return [first, second];
  });
  expect(await change).toMatchObject({ status: 200 });
  const fresh = await reset;
  expect(await stateOf(id)).toEqual(RESET);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
});

test("of two simultaneous changes one succeeds, the other is refused, and one session is left", async () => {
  const { id, email, password, browser } = await newSignedIn(true);
  const passwords = [`${OWN_PASSWORD} one`, `${OWN_PASSWORD} two`];
  const changes = await holdingTransaction({ sql: AUDITED }, async () => {
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

test.each([
  ["a change answers 409 without effect", 409],
  ["a sign-in answers 401 without a session", 401],
])("%s when the password is replaced after it was checked", async (_what, expected) => {
  const { id, email, password } = await addStaff();
  const other = await hashPassword("another password");
  const browser = newBrowser();
  if (expected === 409) await browser.signIn(email, password);
  const [started] = await holdingTransaction({ sql: lockPerson, values: [id] }, async (tx) => {
    const late = expected === 409 ? browser.changePassword(password, OWN_PASSWORD) : browser.signIn(email, password);
    // The password was right. What is stored now refers to the person, so it waits.
    await waiting(1);
    await tx.query("UPDATE accounts SET password = $1 WHERE user_id = $2", [other, id]);
    if (expected === 401) await tx.query("DELETE FROM sessions WHERE user_id = $1", [id]);
    return [late];
  });
  const refused = await started;
  expect(refused?.status).toBe(expected);
  if (expected === 401) {
    expect(refused?.headers["set-cookie"]).toBeUndefined();
    expect(await stateOf(id)).toMatchObject({ _count: { sessions: 0 } });
    expect(await isSignedIn(browser)).toBe(false);
  }
  expect((await newBrowser().signIn(email, OWN_PASSWORD)).status).toBe(401);
  expect((await newBrowser().signIn(email, "another password")).status).toBe(200);
});
