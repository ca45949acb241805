import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { SignIns } from "@/lib/audit/schema";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { changePerson, resetPassword } from "@/lib/people/store";
import { setClock } from "@/lib/process/clock";
import { emailHash } from "@/lib/sign-in/limits";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/values/time";
import { settingChangesOf } from "../support/records";
import { newPerson } from "../support/service";
import { addStaff, guess, message, passClock, suiteSignIn } from "../support/sign-in-suite";

const { service, newBrowser, at, write, isSignedIn, newSignedIn } = suiteSignIn();
const OWN_PASSWORD = "plum lantern quietly seven";

test("signing in as component tests replay it: wrongly, rightly, too often, and after a session has ended", async () => {
  const email = "ada@shelter.example";
  const signIn = (password: string, record: string) => {
    const body = JSON.stringify({ email, password });
    return service.call("POST /api/auth/sign-in/email", {
      key: null,
      headers: { origin: service.origin },
      body,
      record,
    });
  };
  const { id, password } = await addStaff();
  await db().user.update({ where: { id }, data: { email, name: "Ada" } });
  const time = Date.now();
  setClock(() => time);
  await signIn("not the password", "sign-in-wrong");
  expect(await signIn(password, "signed-in")).toMatchObject({ status: 200 });
  await db().windowCount.update({ where: { subject: "address:127.0.0.1" }, data: { count: 10 } });
  expect(await signIn("not the password", "sign-in-limited")).toMatchObject({ status: 429 });
  await service.call("GET /v1/applications", { key: "ended", record: "signed-out" });
});

test("an e-mail address is the same in capitals, with a space, and with its domain in Unicode", async () => {
  const { id, password } = await addStaff();
  const name = randomUUID().slice(0, 8);
  await db().user.update({ where: { id }, data: { email: `${name}@xn--mller-kva.example` } });
  expect((await newBrowser().signIn(`${name.toUpperCase()}@M\u00fcller.example `, password)).status).toBe(200);
});

describe("sign-in – passwords", () => {
  test("a one-time password expires after 72 hours with a clear message, and a new one works", async () => {
    const { email, password } = await addStaff(true);
    passClock(72 * HOUR_MS - 5_000);
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
    passClock(72 * HOUR_MS + 5_000);
    expect((await newBrowser().signIn(email, "not the password")).status).toBe(401);
    const refused = await newBrowser().signIn(email, password);
    expect(refused.status).toBe(403);
    expect(refused.headers["set-cookie"]).toBeUndefined();
    expect(message(refused)).toMatch(/expired.* Ask an admin .*npm run staff -- reset /);
    const fresh = await resetPassword(OPERATOR, { email });
    expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
  });

  test("short and common passwords and the person's own e-mail address are refused", async () => {
    const { email, password, browser } = await newSignedIn();
    for (const [chosen, rule] of [
      ["short", /^newPassword must have at least 10 characters/],
      ["Password123!", /^newPassword must be harder to guess/],
      [email, /harder to guess/],
      [password, /must differ/],
    ] as const) {
      const refused = await browser.changePassword(password, chosen);
      expect([chosen, refused.status]).toEqual([chosen, 400]);
      expect(message(refused)).toMatch(rule);
    }
  });

  test("a password change ends all other sessions and their tokens", async () => {
    const { email, password, browser: here } = await newSignedIn();
    const there = newBrowser();
    await there.signIn(email, password);
    const [old, other] = [await here.token(), await there.token()];
    expect((await write(other)).status).toBe(201);
    expect((await here.changePassword(password, OWN_PASSWORD)).status).toBe(200);
    expect([(await write(old)).status, (await write(other)).status]).toEqual([401, 401]);
    expect((await write(await there.token())).status).toBe(403);
    expect(await isSignedIn(here)).toBe(true);
    expect((await newBrowser().signIn(email, password)).status).toBe(401);
  });
});

describe("sign-in – sessions", () => {
  test("signing out ends the browser's token", async () => {
    const { browser } = await newSignedIn();
    const token = await browser.token();
    expect((await write(token)).status).toBe(201);
    expect((await browser.signOut()).status).toBe(200);
    expect((await write(token)).status).toBe(401);
  });

  test("a session ends 7 days after signing in, however much it is used, and signing in again replaces it", async () => {
    const { id, email, password, browser } = await newSignedIn();
    const age = (ms: number) =>
      db().session.updateMany({ where: { userId: id }, data: { createdAt: new Date(Date.now() - ms) } });
    await age(7 * DAY_MS - MINUTE_MS);
    const token = await browser.token();
    expect((await write(token)).status).toBe(201);
    await age(7 * DAY_MS);
    expect((await write(token)).status).toBe(401);
    expect((await write(await browser.token())).status).toBe(403);
    await age(HOUR_MS);
    expect((await browser.signIn(email, password)).status).toBe(200);
    expect(await db().session.count({ where: { userId: id } })).toBe(1);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test("disabling a person ends their session and prevents a new one", async () => {
    const { id, email, password, browser } = await newSignedIn();
    await changePerson(OPERATOR, id, { disabled: true });
    expect((await newBrowser().signIn(email, password)).status).toBe(401);
    await changePerson(OPERATOR, id, { disabled: false });
    expect((await write(await browser.token())).status).toBe(403);
    expect((await browser.signIn(email, password)).status).toBe(200);
    // Somebody may have signed in at that moment, so a session may be left.
    const token = await browser.token();
    await db().user.update({ where: { id }, data: { disabledAt: new Date() } });
    expect((await write(token)).status).toBe(401);
    expect((await write(await browser.token())).status).toBe(403);
  });

  test("cookies are Secure over https only", async () => {
    const { email, password } = await addStaff();
    const overHttp = await newBrowser().signIn(email, password);
    expect(overHttp.headers["set-cookie"]?.length).toBeGreaterThan(1);
    for (const cookie of overHttp.headers["set-cookie"] ?? []) {
      expect(cookie).not.toMatch(/secure/i);
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/SameSite=Lax/);
    }
    const browser = newBrowser({ "x-forwarded-proto": "https", origin: service.origin.replace("http", "https") });
    const overHttps = await browser.signIn(email, password);
    expect(overHttps.headers["set-cookie"]?.length).toBeGreaterThan(1);
    for (const cookie of overHttps.headers["set-cookie"] ?? []) expect(cookie).toMatch(/; Secure/);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test("a page of another site is refused with a reason, and its attempts do not count", async () => {
    const { email, password } = await addStaff();
    for (const origin of ["https://evil.example", "null", `${service.origin}.evil.example`]) {
      const foreign = newBrowser({ origin });
      for (const answer of [
        await foreign.signIn(email, password),
        await foreign.signOut(),
        await foreign.changePassword("a", "b"),
      ]) {
        expect(answer.status).toBe(403);
        expect(message(answer)).toBe("You can sign in only on the site's own pages.");
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    }
    expect(await db().windowCount.count({ where: { subject: { startsWith: `email:${emailHash(email)}` } } })).toBe(0);
  });

  test("without the Origin header, a request with cookies is accepted only from the site's own pages", async () => {
    const { browser, email, password } = await newSignedIn();
    const post = (path: string, body: object, site?: string) =>
      browser.post(`/api/auth/${path}`, body, { origin: "", ...(site && { "sec-fetch-site": site }) });
    const passwords = { currentPassword: password, newPassword: OWN_PASSWORD };
    for (const refused of [await post("sign-out", {}), await post("change-password", passwords)]) {
      expect(refused.status).toBe(403);
      expect(message(refused)).toBe("Send the Origin header of the site's own pages.");
    }
    for (const site of ["cross-site", "same-site", "x"])
      expect((await post("sign-out", {}, site)).status, site).toBe(403);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await post("change-password", passwords, "same-origin")).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await post("sign-out", {}, "none")).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    // A program without cookies needs neither header.
    expect((await newBrowser({ origin: "" }).signIn(email, OWN_PASSWORD)).status).toBe(200);
  });

  test("a client's mistake is not logged as an error", async () => {
    const { id, email, password, browser } = await newSignedIn();
    const foreign = newBrowser({ origin: "https://evil.example" });
    const withCookie = newBrowser();
    withCookie.setCookie("better-auth.session_token", "a%00b.AAAA");
    const lines: string[] = [];
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockImplementation((line) => lines.push(String(line)) > 0),
    );
    const log = vi.spyOn(console, "error").mockImplementation((...parts) => lines.push(parts.join(" ")));
    const statuses: number[] = [];
    try {
      await changePerson(OPERATOR, id, { disabled: true });
      for (const answer of [
        await newBrowser().signIn(email, "not the password"),
        await newBrowser().signIn("a\0@b.example", "not the password"),
        await foreign.signIn(email, password),
        await browser.post("/api/auth/sign-out", {}, { origin: "" }),
        await browser.changePassword(password, OWN_PASSWORD),
        await withCookie.changePassword("a\0", OWN_PASSWORD),
      ]) {
        statuses.push(answer.status);
      }
    } finally {
      for (const spy of [...spies, log]) spy.mockRestore();
    }
    expect(statuses).toEqual([401, 400, 403, 403, 401, 401]);
    expect(lines).toEqual([]);
  });

  test("a plain HTML form: 415, an unused operation of Better Auth: 404", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = "email=a%40b.example&password=x";
    expect((await service.call("POST /api/auth/sign-in/email", { key: null, headers, body })).status).toBe(415);
    expect((await service.call("POST /api/auth/sign-up/email", { key: null, body: "{}" })).status).toBe(404);
  });
});

describe("what is recorded of sign-ins", () => {
  const admin = () => newPerson("admin");
  async function signInsOf(query: string) {
    const answer = await service.call(`GET /v1/sign-ins?limit=100&${query}`, { key: (await admin()).token });
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return SignIns.parse(answer.json).map(({ id: _, at: __, ...entry }) => entry);
  }
  const failedBefore = (who: string, count: number) =>
    db().windowCount.update({ where: { subject: `failures:${who}` }, data: { count } });

  test("signing in and out, with person and IP address; a new password is a change", async () => {
    const { id, email, password } = await addStaff();
    const browser = at("192.0.2.40");
    await browser.signIn(email, password);
    await browser.changePassword(password, OWN_PASSWORD);
    await browser.signOut();
    await browser.signOut();
    const person = { name: expect.any(String), email };
    expect(await signInsOf(`personId=${id}`)).toEqual([
      { event: "signed_out", person, address: null, tries: 1 },
      { event: "signed_in", person, address: "192.0.2.40", tries: 1 },
    ]);
    expect(await signInsOf(`personId=${id}&from=2090-01-01T00:00:00Z`)).toEqual([]);
    expect(await settingChangesOf(id)).toEqual([
      { author: "operator", action: "person.add" },
      { author: `person:${id}`, action: "person.password_change" },
    ]);
  });

  test("of wrong passwords only the first and the tenth in an hour are recorded", async () => {
    const { id, email } = await addStaff();
    await guess(at("192.0.3.1"), [email, email]);
    await failedBefore(id, 8);
    for (const address of ["192.0.3.9", "192.0.3.10", "192.0.3.11"]) await guess(at(address), [email]);
    expect(await signInsOf(`personId=${id}`)).toMatchObject([
      { event: "failed", address: "192.0.3.10", tries: 10 },
      { event: "failed", address: "192.0.3.1", tries: 1 },
    ]);
  });

  test("unknown e-mail addresses are counted together and not stored", async () => {
    await db().windowCount.deleteMany({ where: { subject: { startsWith: "failures:" } } });
    const unknown = { where: { personId: null } };
    const before = await db().signIn.count(unknown);
    const typed = Array.from({ length: 4 }, () => `${randomUUID()}@my-secret.example`);
    for (const [index, email] of typed.entries()) {
      if (index === 2) await failedBefore("unknown", 9);
      await guess(newBrowser(), [email]);
    }
    expect((await db().signIn.count(unknown)) - before).toBe(2);
    expect((await signInsOf("")).find(({ person }) => person === null)).toMatchObject({ event: "failed", tries: 10 });
    const { rows } = await pool().query("SELECT to_jsonb(kept)::text AS text FROM window_counts AS kept");
    expect(JSON.stringify(rows)).not.toContain("my-secret");
    for (const email of typed) expect(JSON.stringify(rows)).not.toContain(email.slice(0, 8));
  });
});
