import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/database/client";
import { mailPasswordLink } from "@/lib/people/password-store";
import { findPerson } from "@/lib/people/session-store";
import { parseEnv } from "@/lib/process/env";
import { setSettings, settings } from "@/lib/process/settings";
import { emailHash } from "@/lib/sign-in/limits";
import { DAY_MS } from "@/lib/values/time";
import { expectError } from "../support/answers";
import { settingChangesOf } from "../support/records";
import { type Answer, newPerson, personToken } from "../support/service";
import { addStaff, type Browser, message, newAddress, passClock, suiteSignIn } from "../support/sign-in-suite";

// Links with which people choose a password, and what people do with their own sessions.
const { service, newBrowser, newSignedIn } = suiteSignIn();
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

async function shown(email: string) {
  const { text } = await service.call("GET /v1/people", { key: personToken(admin, "admin") });
  return JSON.parse(text).find((person: { email: string }) => person.email === email);
}
const actionsOf = async (id: string) => (await settingChangesOf(id)).map(({ action }) => action);

test("the page of a link gets whose it is, refusals of weak passwords, and that it is used", async () => {
  const { token } = await invite("vera@shelter.example");
  const post = (name: string, path: string, body: object) => newBrowser().post(path, { token, ...body }, {}, name);
  expect((await post("link-owner", "/api/auth/password-link", {})).status).toBe(200);
  const path = "/api/auth/linked-password";
  refused(
    await post("link-weak-password", path, { newPassword: "password123" }),
    400,
    /^newPassword .*harder to guess/,
  );
  expect((await choose(token)).status).toBe(200);
  refused(await post("link-used-meanwhile", path, { newPassword: CHOSEN }), 404, /no longer works/);
  refused(await post("link-used", "/api/auth/password-link", {}), 404, /no longer works/);
  expect((await ownerOf(token)).text, "an unknown link").toBe((await ownerOf("x".repeat(32))).text);
  for (const invalid of ["", "x".repeat(101)]) refused(await ownerOf(invalid), 400, /^token/);
});

describe("an invitation", () => {
  test("lets the person choose a password, once, and then sign in; the log says that they accepted it", async () => {
    const { id, email, token } = await invite();
    expect(token).toMatch(/^\w{32}$/);
    await db().user.update({ where: { id }, data: { name: "Vera Stone" } });
    expect(JSON.parse((await ownerOf(token)).text)).toEqual({ email, name: "Vera Stone" });
    expect(await shown(email)).toMatchObject({ invited: true, mustChangePassword: true, lastSignInAt: null });
    expect((await newBrowser().signIn(email, token)).status).toBe(401);

    const own = newBrowser();
    expect((await choose(token, CHOSEN, own)).status).toBe(200);
    // The browser is known from now on, so strangers who use up the account's attempts do not lock it out.
    const until = new Date(Date.now() + DAY_MS);
    await db().windowCount.create({ data: { subject: `email:${emailHash(email)}`, count: 20, until } });
    expect((await newBrowser().signIn(email, CHOSEN)).status).toBe(429);
    expect((await own.signIn(email, CHOSEN)).status).toBe(200);
    const after = await shown(email);
    expect(after).toMatchObject({ invited: false, mustChangePassword: false, passwordExpiresAt: null });
    expect(Date.parse(after.lastSignInAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(await actionsOf(id)).toEqual(["person.invite", "person.accept_invitation"]);
  });

  test("of two requests with one link at the same time, one chooses the password", async () => {
    const { token } = await invite();
    const answers = await Promise.all([choose(token), choose(token, "another lantern seven plum")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("the database holds no link, and a link ends after a week", async () => {
    const { token, expiresAt } = await invite();
    expect(JSON.stringify(await db().verification.findMany())).not.toContain(token);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
    passClock(7 * DAY_MS + 1_000);
    refused(await choose(token), 404);
  });

  test("a renewed invitation ends the previous one, and a person with a password cannot be invited", async () => {
    const { id, email, token } = await invite();
    expectError(await ask("POST /v1/people/invitations", { email, role: "admin" }), 409, "conflict");
    const renewed = await ask(`POST /v1/people/${id}/invitation`, {});
    refused(await choose(token), 404);
    expect((await choose(JSON.parse(renewed.text).link.split("#")[1])).status).toBe(200);
    expectError(await ask(`POST /v1/people/${id}/invitation`, {}), 409, "conflict");
    expect(await actionsOf(id)).toEqual(["person.invite", "person.invite_again", "person.accept_invitation"]);
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
  const mailTo = (email: string) =>
    db().job.findMany({ where: { data: { path: ["to"], equals: email }, template: "new_password" } });
  /** Asks for links, and returns them as soon as they are in the outbox. */
  async function linksFor(email: string, count: number): Promise<string[]> {
    for (let asked = 0; asked < count; asked++) expect((await forget(email)).status).toBe(200);
    await expect.poll(async () => (await mailTo(email)).length).toBe(count);
    return (await mailTo(email)).map(({ data }) => JSON.stringify(data).match(/#(\w{32})/)?.[1] ?? "");
  }

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

    test("links come by mail, and the first that is used ends all sessions and the other links", async () => {
      const { id, email, password } = await newSignedIn();
      const [first = "", second = ""] = await linksFor(email, 2);
      // The current password works until another one is chosen.
      expect((await newBrowser().signIn(email, password)).status).toBe(200);
      expect((await choose(first)).status).toBe(200);
      expect(await db().session.count({ where: { userId: id } })).toBe(0);
      expect((await newBrowser().signIn(email, password)).status).toBe(401);
      expect((await newBrowser().signIn(email, CHOSEN)).status).toBe(200);
      for (const used of [first, second]) refused(await choose(used), 404);
      // The mail contained the links, so it was deleted too.
      expect(await mailTo(email)).toEqual([]);
      expect(await db().signIn.count({ where: { personId: id, event: "link_requested" } })).toBe(2);
      expect((await settingChangesOf(id)).at(-1)).toEqual({ author: `person:${id}`, action: "person.password_change" });
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

    test("as the page of a forgotten password asks", async () => {
      const body = { email: "vera@shelter.example" };
      expect((await newBrowser().post("/api/auth/forgotten-password", body, {}, "link-asked")).status).toBe(200);
    });

    test("an invitation goes by mail, outlives a forgotten password, and only an admin revives it", async () => {
      const email = newAddress();
      const answer = await ask("POST /v1/people/invitations", { email, role: "staff" });
      expect(JSON.parse(answer.text)).toMatchObject({ email, link: null });
      const invited = { data: { path: ["to"], equals: email }, template: "invitation" };
      expect(await db().job.count({ where: invited })).toBe(1);
      await linksFor(email, 1);
      const { id } = await db().user.findUniqueOrThrow({ where: { email } });
      expect(await db().verification.count({ where: { value: id } })).toBe(2);
      passClock(8 * DAY_MS);
      const person = await findPerson({ email });
      if (person) await mailPasswordLink(person);
      expect(await mailTo(email)).toHaveLength(1);
    });
  });
});

describe("signing out elsewhere", () => {
  const elsewhere = (browser: Browser, body = {}) => browser.post("/api/auth/sign-out-elsewhere", body);
  const idsOf = async (userId: string) =>
    (await db().session.findMany({ where: { userId }, orderBy: { createdAt: "asc" } })).map(({ id }) => id);

  test("ends all sessions but this one, and is recorded", async () => {
    const { id, email, password, browser: here } = await newSignedIn();
    const there = newBrowser();
    await there.signIn(email, password);
    expect((await elsewhere(here)).status).toBe(200);
    expect(await idsOf(id)).toHaveLength(1);
    expect((await elsewhere(there)).status).toBe(401);
    expect((await here.changePassword(password, CHOSEN)).status).toBe(200);
    expect(await db().signIn.count({ where: { personId: id, event: "signed_out_elsewhere" } })).toBe(1);
  });

  test("on some devices ends only these sessions, and none of others", async () => {
    const { id, email, password, browser: here } = await newSignedIn();
    const other = await newSignedIn();
    const own = await idsOf(id);
    for (const _ of [1, 2]) await newBrowser().signIn(email, password);
    const [lost = "", kept = ""] = (await idsOf(id)).filter((one) => !own.includes(one));
    const foreign = await idsOf(other.id);
    expect((await elsewhere(here, { sessions: [lost, ...foreign, ...own] })).status).toBe(200);
    expect(await idsOf(id)).toEqual([...own, kept]);
    expect(await idsOf(other.id)).toEqual(foreign);
    expect(await db().signIn.count({ where: { personId: id, event: "signed_out_device" } })).toBe(1);
    refused(await elsewhere(here, { sessions: Array(101).fill("a") }), 400);
  });
});
