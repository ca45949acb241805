import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/database/client";
import { mailPasswordLink } from "@/lib/people/password-store";
import { findPerson } from "@/lib/people/session-store";
import { parseEnv } from "@/lib/process/env";
import { setSettings, settings } from "@/lib/process/settings";
import { emailHash } from "@/lib/sign-in/limits";
import { DAY_MS } from "@/lib/values/time";
import { expectError } from "../support/answers";
import { type Answer, newPerson, personToken } from "../support/service";
import { addStaff, message, newAddress, passClock, suiteSignIn } from "../support/sign-in-suite";

const { service, newBrowser } = suiteSignIn();
const CHOSEN = "plum lantern quietly seven";

let admin: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
  admin = await newPerson("admin");
});

/** Calls an operation as the admin. */
const ask = (target: string, body: object) =>
  service.call(target, { key: personToken(admin, "admin"), body: JSON.stringify(body) });

async function invite(email = newAddress()) {
  const answer = await ask("POST /v1/people/invitations", { email, role: "staff" });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  const { link, expiresAt } = JSON.parse(answer.text);
  const { id } = await db().user.findUniqueOrThrow({ where: { email } });
  return { email, id, token: String(link).split("#")[1] ?? "", expiresAt };
}

const choose = (token: string, newPassword = CHOSEN, browser = newBrowser()) =>
  browser.post("/api/auth/linked-password", { token, newPassword });
const ownerOf = (token: string, browser = newBrowser()) => browser.post("/api/auth/password-link", { token });
/** Expects a refusal of a request that our pages send outside /v1. */
function refused(answer: Answer, status: number, pattern = /./): void {
  expect(answer, answer.text).toMatchObject({ status });
  expect(message(answer)).toMatch(pattern);
}

const peopleText = async () => (await service.call("GET /v1/people", { key: personToken(admin, "admin") })).text;

test("the page of a link gets whose it is, refusals of weak passwords, and that it is used", async () => {
  const { token } = await invite("vera@shelter.example");
  const post = (name: string, path: string, body: object) => newBrowser().post(path, { token, ...body }, {}, name);
  expect((await post("link-owner", "/api/auth/password-link", {})).status).toBe(200);
  const path = "/api/auth/linked-password";
  refused(await post("link-weak-password", path, { newPassword: "password123" }), 400, /harder to guess/);
  expect((await choose(token)).status).toBe(200);
  refused(await post("link-used-meanwhile", path, { newPassword: CHOSEN }), 404);
  refused(await post("link-used", "/api/auth/password-link", {}), 404);
});

describe("an invitation", () => {
  test("lets the person choose a password, once, and then sign in; the audit says that they accepted it", async () => {
    const { email, token } = await invite();
    expect(token).toMatch(/^\w{32}$/);
    const [shown] = JSON.parse(await peopleText()).filter((person: { email: string }) => person.email === email);
    expect(shown).toMatchObject({ invited: true, mustChangePassword: true, lastSignInAt: null });
    expect((await newBrowser().signIn(email, "")).status).toBe(400);
    expect((await newBrowser().signIn(email, token)).status).toBe(401);

    refused(await choose(token, "password123"), 400, /^newPassword must be harder to guess/);
    const own = newBrowser();
    expect((await choose(token, CHOSEN, own)).status).toBe(200);
    refused(await choose(token), 404, /no longer works/);
    // The browser is known from now on, so strangers who use up the account's attempts do not lock it out.
    const until = new Date(Date.now() + DAY_MS);
    await db().windowCount.create({ data: { subject: `email:${emailHash(email)}`, count: 20, until } });
    expect((await newBrowser().signIn(email, CHOSEN)).status).toBe(429);
    expect((await own.signIn(email, CHOSEN)).status).toBe(200);
    const after = JSON.parse(await peopleText()).find((person: { email: string }) => person.email === email);
    expect(after).toMatchObject({ invited: false, mustChangePassword: false, passwordExpiresAt: null });
    expect(Date.parse(after.lastSignInAt)).toBeGreaterThan(Date.now() - 60_000);
    const done = await db().auditEntry.findMany({ where: { actor: email }, orderBy: { id: "asc" } });
    expect(done.map(({ action }) => action)).toEqual(["person.accept_invitation", "person.sign_in"]);
  });

  test("its page learns whose it is, until it is used, and an unknown link says the same as a used one", async () => {
    const { id, email, token } = await invite();
    await db().user.update({ where: { id }, data: { name: "Vera Stone" } });
    const owner = await ownerOf(token);
    expect([owner.status, JSON.parse(owner.text)]).toEqual([200, { email, name: "Vera Stone" }]);
    expect((await choose(token)).status).toBe(200);
    refused(await ownerOf(token), 404, /no longer works/);
    expect((await ownerOf(token)).text).toBe((await ownerOf("x".repeat(32))).text);
    refused(await ownerOf(""), 400, /^token/);
    refused(await ownerOf(`${"x".repeat(101)}`), 400, /^token/);
  });

  test("60 questions about links in a quarter of an hour are answered, and choosing has its own limit", async () => {
    passClock(0);
    const { token } = await invite();
    const browser = newBrowser();
    for (let asked = 0; asked < 60; asked++) expect((await ownerOf(token, browser)).status).toBe(200);
    const late = await ownerOf(token, browser);
    refused(late, 429, /^Too many attempts/);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect((await choose(token, CHOSEN, browser)).status).toBe(200);
  });

  test("of two requests with one link at the same time, one chooses the password", async () => {
    const { token } = await invite();
    const answers = await Promise.all([choose(token), choose(token, "another lantern seven plum")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("the database holds no link, and a link ends after a week", async () => {
    const { email, token, expiresAt } = await invite();
    const rows = JSON.stringify(await db().verification.findMany());
    expect(rows).not.toContain(token);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
    passClock(7 * DAY_MS + 1_000);
    refused(await choose(token), 404);
    expect((await newBrowser().signIn(email, CHOSEN)).status).toBe(401);
  });

  test("a renewed invitation ends the previous one, and a person with a password cannot be invited", async () => {
    const { id, email, token } = await invite();
    expectError(await ask("POST /v1/people/invitations", { email, role: "admin" }), 409, "conflict");
    const renewed = await ask(`POST /v1/people/${id}/invitation`, {});
    refused(await choose(token), 404);
    expect((await choose(JSON.parse(renewed.text).link.split("#")[1])).status).toBe(200);
    expectError(await ask(`POST /v1/people/${id}/invitation`, {}), 409, "conflict");
    const invited = { subject: email, action: "person.invite" };
    const entries = await db().auditEntry.findMany({ where: invited, orderBy: { id: "asc" } });
    expect(entries.map(({ details }) => details)).toEqual([{ role: "staff" }, { again: true }]);
  });

  test("a disabled person cannot use a link", async () => {
    const { id, token } = await invite();
    expect((await ask(`PATCH /v1/people/${id}`, { disabled: true })).status).toBe(200);
    refused(await choose(token), 404);
    refused(await ownerOf(token), 404);
    expectError(await ask(`POST /v1/people/${id}/invitation`, {}), 409, "conflict");
  });
});

describe("a forgotten password", () => {
  const forget = (email: string, browser = newBrowser()) => browser.post("/api/auth/forgotten-password", { email });
  const mailTo = (recipient: string) => db().mail.findMany({ where: { recipient, template: "new_password" } });

  test("without mail, the answer says to ask an admin", async () => {
    refused(await forget(newAddress()), 409, /Ask an admin/);
  });

  describe("with mail", () => {
    beforeEach(() => {
      const { SMTP_URL, MAIL_FROM } = parseEnv({
        SMTP_URL: "smtp://mail.example",
        MAIL_FROM: "hello@pets.example",
        SITE_URL: "https://pets.example",
      });
      // No process sends the mail that these tests write. Without SITE_URL, the tests' own origin stays valid.
      const before = settings();
      setSettings({ ...before, SMTP_URL, MAIL_FROM });
      return () => setSettings(before);
    });

    test("a link comes by mail, ends all sessions when it is used, and works once within an hour", async () => {
      const { id, email, password } = await addStaff();
      const browser = newBrowser();
      expect((await browser.signIn(email, password)).status).toBe(200);
      expect((await forget(email)).status).toBe(200);
      await expect.poll(async () => (await mailTo(email)).length).toBe(1);
      // The current password works until another one is chosen.
      expect((await newBrowser().signIn(email, password)).status).toBe(200);
      const [mail] = await mailTo(email);
      const token = JSON.stringify(mail?.data).match(/#(\w{32})/)?.[1] ?? "";
      expect((await choose(token)).status).toBe(200);
      expect(await db().session.count({ where: { userId: id } })).toBe(0);
      expect((await newBrowser().signIn(email, password)).status).toBe(401);
      expect((await newBrowser().signIn(email, CHOSEN)).status).toBe(200);
      refused(await choose(token), 404);
      // The mail contained the link, so it was deleted too.
      expect(await mailTo(email)).toEqual([]);
      const where = { subject: email, action: { startsWith: "person.password" } };
      const select = { actor: true, action: true };
      expect(await db().auditEntry.findMany({ where, select, orderBy: { id: "asc" } })).toEqual([
        { actor: "somebody", action: "person.password_link" },
        { actor: email, action: "person.password_change" },
      ]);
    });

    test("an e-mail address that nobody has gets the same answer and limit, but no mail", async () => {
      const { email } = await addStaff();
      const nobody = newAddress();
      const statuses = async (address: string) => {
        const answers: Answer[] = [];
        for (let tries = 0; tries < 4; tries++) answers.push(await forget(address));
        return answers.map(({ status, text }) => [status, status === 429 ? "" : text]);
      };
      const known = await statuses(email);
      expect(known.map(([status]) => status)).toEqual([200, 200, 200, 429]);
      expect(await statuses(nobody)).toEqual(known);
      expect(message(await forget(nobody))).toMatch(/^Too many attempts/);
      expect(await mailTo(nobody)).toEqual([]);
      await expect.poll(async () => (await mailTo(email)).length).toBe(3);
    });

    test("a stranger who asks for links ends neither an invitation nor the link of the person", async () => {
      const { id, email } = await addStaff();
      for (let tries = 1; tries <= 2; tries++) {
        expect((await forget(email)).status).toBe(200);
        await expect.poll(async () => (await mailTo(email)).length).toBe(tries);
      }
      const tokens = (await mailTo(email)).map(({ data }) => JSON.stringify(data).match(/#(\w{32})/)?.[1] ?? "");
      expect((await choose(tokens[0] ?? "")).status).toBe(200);
      // The chosen password ends the other links.
      refused(await choose(tokens[1] ?? ""), 404);
      expect(await db().verification.count({ where: { value: id } })).toBe(0);
    });

    test("an invitation outlives a forgotten password, and only an admin revives it when it is over", async () => {
      const email = newAddress();
      await ask("POST /v1/people/invitations", { email, role: "staff" });
      const { id } = await db().user.findUniqueOrThrow({ where: { email } });
      expect((await forget(email)).status).toBe(200);
      await expect.poll(async () => (await mailTo(email)).length).toBe(1);
      expect(await db().verification.count({ where: { value: id } })).toBe(2);
      passClock(8 * DAY_MS);
      const person = await findPerson({ email });
      if (person) await mailPasswordLink(person);
      expect(await mailTo(email)).toHaveLength(1);
    });

    test("an invitation goes by mail, and its link is not in the answer", async () => {
      const email = newAddress();
      const answer = await ask("POST /v1/people/invitations", { email, role: "staff" });
      expect(JSON.parse(answer.text)).toMatchObject({ email, link: null });
      expect(await db().mail.count({ where: { recipient: email, template: "invitation" } })).toBe(1);
    });
  });
});

test("signing out elsewhere ends all sessions but this one, and is in the audit", async () => {
  const { id, email, password } = await addStaff();
  const [here, there] = [newBrowser(), newBrowser()];
  for (const browser of [here, there]) expect((await browser.signIn(email, password)).status).toBe(200);
  expect((await here.post("/api/auth/sign-out-elsewhere", {})).status).toBe(200);
  expect(await db().session.count({ where: { userId: id } })).toBe(1);
  expect((await there.changePassword(password, CHOSEN)).status).toBe(401);
  expect((await here.changePassword(password, CHOSEN)).status).toBe(200);
  const actions = await db().auditEntry.findMany({ where: { actor: email }, select: { action: true } });
  expect(actions.map(({ action }) => action)).toContain("person.sign_out_elsewhere");
  refused(await newBrowser().post("/api/auth/sign-out-elsewhere", {}), 401);
});

test("signing out on some devices ends only these sessions, and none of others", async () => {
  const [one, other] = [await addStaff(), await addStaff()];
  const here = newBrowser();
  expect((await here.signIn(one.email, one.password)).status).toBe(200);
  const idsOf = async (userId: string) =>
    (await db().session.findMany({ where: { userId }, orderBy: { createdAt: "asc" } })).map(({ id }) => id);
  const own = await idsOf(one.id);
  for (const { email, password } of [one, one, other]) await newBrowser().signIn(email, password);
  const [lost = "", kept = ""] = (await idsOf(one.id)).filter((id) => !own.includes(id));
  const foreign = await idsOf(other.id);
  const sessions = [lost, ...foreign, ...own];
  expect((await here.post("/api/auth/sign-out-elsewhere", { sessions })).status).toBe(200);
  expect(await idsOf(one.id)).toEqual([...own, kept]);
  expect(await idsOf(other.id)).toEqual(foreign);
  const actions = await db().auditEntry.findMany({ where: { actor: one.email }, select: { action: true } });
  expect(actions.filter(({ action }) => action === "person.sign_out_device")).toHaveLength(1);
  refused(await here.post("/api/auth/sign-out-elsewhere", { sessions: Array(101).fill("a") }), 400);
});
