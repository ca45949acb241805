import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { listAudit, OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { changePerson, resetPasswordByEmail } from "@/lib/people/store";
import { setClock } from "@/lib/process/clock";
import { emailHash } from "@/lib/sign-in/limits";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/values/time";
import type { Browser } from "../support/sign-in-suite";
import { addStaff, guess, message, newAddress, passClock, suiteSignIn } from "../support/sign-in-suite";

const { service, newBrowser, at, write } = suiteSignIn();

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
    const fresh = await resetPasswordByEmail(OPERATOR, email);
    expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
  });

  test("a person who signed in before the expiry may choose a password after it", async () => {
    const { email, password } = await addStaff(true);
    const browser = newBrowser();
    await browser.signIn(email, password);
    passClock(73 * HOUR_MS);
    const own = "plum lantern quietly seven";
    expect((await browser.changePassword(password, own)).status).toBe(200);
    expect((await newBrowser().signIn(email, own)).status).toBe(200);
    // Better Auth's sessions use the real clock.
    setClock(null);
    expect((await write(await browser.token())).status).toBe(201);
  });

  const weak: [password: string, rule: RegExp][] = [
    ["short", /^newPassword must have at least 10 characters/],
    ["password12", /^newPassword must be harder to guess/],
    ["Password123!", /^newPassword must be harder to guess/],
    ["qwertyuiop", /^newPassword must be harder to guess/],
    ["1234567890", /^newPassword must be harder to guess/],
    ["shelter2026", /^newPassword must be harder to guess/],
    ["aaaaaaaaaaaaaaaa", /^newPassword must be harder to guess/],
  ];
  test("common passwords and the person's own e-mail address are refused", async () => {
    const { email, password } = await addStaff();
    const browser = newBrowser();
    await browser.signIn(email, password);
    for (const [chosen, rule] of [...weak, [email, /harder to guess/] as const, [password, /must differ/] as const]) {
      const refused = await browser.changePassword(password, chosen);
      expect([chosen, refused.status]).toEqual([chosen, 400]);
      expect(message(refused)).toMatch(rule);
    }
    expect((await browser.changePassword(password, "plum lantern quietly seven")).status).toBe(200);
  });

  test("a password change ends all other sessions and their tokens", async () => {
    const { email, password } = await addStaff();
    const [here, there] = [newBrowser(), newBrowser()];
    await here.signIn(email, password);
    await there.signIn(email, password);
    const [old, other] = [await here.token(), await there.token()];
    expect((await write(other)).status).toBe(201);
    expect((await here.changePassword(password, "plum lantern quietly seven")).status).toBe(200);
    expect([(await write(old)).status, (await write(other)).status]).toEqual([401, 401]);
    expect((await write(await there.token())).status).toBe(403);
    expect((await write(await here.token())).status).toBe(201);
    expect((await newBrowser().signIn(email, password)).status).toBe(401);
  });
});

describe("sign-in – sessions", () => {
  test("signing out ends the browser's token", async () => {
    const { email, password } = await addStaff();
    const browser = newBrowser();
    await browser.signIn(email, password);
    const token = await browser.token();
    expect((await write(token)).status).toBe(201);
    expect((await browser.signOut()).status).toBe(200);
    expect((await write(token)).status).toBe(401);
  });

  test("a session ends 7 days after signing in, however much it is used, and signing in again replaces it", async () => {
    const { id, email, password } = await addStaff();
    const browser = newBrowser();
    await browser.signIn(email, password);
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
    expect((await write(await browser.token())).status).toBe(201);
  });

  test("disabling a person ends their session and prevents a new one", async () => {
    const { id, email, password } = await addStaff();
    const browser = newBrowser();
    await browser.signIn(email, password);
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
    expect((await write(await browser.token())).status).toBe(201);
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

  describe("without the Origin header", () => {
    const noOrigin = (headers: Record<string, string> = {}) => ({ origin: "", ...headers });
    const signedIn = async () => {
      const { email, password } = await addStaff();
      const browser = newBrowser();
      await browser.signIn(email, password);
      const post = (path: string, body: object, headers: Record<string, string> = {}) =>
        browser.post(`/api/auth/${path}`, body, noOrigin(headers));
      return { browser, password, post };
    };
    const isSignedIn = async (browser: Browser) => (await write(await browser.token())).status === 201;

    test("a request with cookies is refused, because it may come from another site", async () => {
      const { browser, password, post } = await signedIn();
      const passwords = { currentPassword: password, newPassword: "plum lantern quietly seven" };
      for (const refused of [await post("sign-out", {}), await post("change-password", passwords)]) {
        expect(refused.status).toBe(403);
        expect(message(refused)).toBe("Send the Origin header of the site's own pages.");
      }
      expect(await isSignedIn(browser)).toBe(true);
    });

    test.each(["cross-site", "same-site", "x"])("Sec-Fetch-Site: %s is refused", async (site) => {
      const { browser, post } = await signedIn();
      const refused = await post("sign-out", {}, { "sec-fetch-site": site });
      expect([refused.status, message(refused)]).toEqual([403, "You can sign in only on the site's own pages."]);
      expect(await isSignedIn(browser)).toBe(true);
    });

    test.each(["same-origin", "none"])("Sec-Fetch-Site: %s is accepted", async (site) => {
      const { browser, password, post } = await signedIn();
      const own = { "sec-fetch-site": site };
      const passwords = { currentPassword: password, newPassword: "plum lantern quietly seven" };
      expect((await post("change-password", passwords, own)).status).toBe(200);
      expect(await isSignedIn(browser)).toBe(true);
      expect((await post("sign-out", {}, own)).status).toBe(200);
      expect(await isSignedIn(browser)).toBe(false);
    });

    test("a program without cookies can sign in", async () => {
      const { email, password } = await addStaff();
      expect((await newBrowser(noOrigin()).signIn(email, password)).status).toBe(200);
    });
  });

  test("a client's mistake is not logged as an error", async () => {
    const { id, email, password } = await addStaff();
    const [browser, foreign] = [newBrowser(), newBrowser({ origin: "https://evil.example" })];
    await browser.signIn(email, password);
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
        await newBrowser().signIn(newAddress(), "not the password"),
        await newBrowser().signIn("not an address", "not the password"),
        await newBrowser().signIn(email, password),
        await foreign.signIn(email, password),
        await browser.post("/api/auth/sign-out", {}, { origin: "" }),
        await browser.changePassword(password, "plum lantern quietly seven"),
      ]) {
        statuses.push(answer.status);
      }
    } finally {
      for (const spy of [...spies, log]) spy.mockRestore();
    }
    expect(statuses).toEqual([401, 401, 400, 401, 403, 403, 401]);
    expect(lines).toEqual([]);
  });

  test.each([
    ["no body", ""],
    ["no password", '{"email":"a@b.example"}'],
    ["a list", "[]"],
    ["an unknown field", '{"email":"a@b.example","password":"x","rememberMe":true}'],
    ["a password that is not a string", '{"email":"a@b.example","password":5}'],
  ])("%s: 400", async (_name, body) => {
    const answer = await service.call("POST /api/auth/sign-in/email", { key: null, body });
    expect(answer.status).toBe(400);
  });

  test("a plain HTML form: 415, an unused operation of Better Auth: 404", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = "email=a%40b.example&password=x";
    expect((await service.call("POST /api/auth/sign-in/email", { key: null, headers, body })).status).toBe(415);
    expect((await service.call("POST /api/auth/sign-up/email", { key: null, body: "{}" })).status).toBe(404);
  });
});

describe("sign-in – audit", () => {
  const added = { actor: "command line", action: "person.add", details: { role: "staff" } };
  const entriesOf = async (subject: string) =>
    (await listAudit({ limit: 200 })).entries
      .filter((entry) => entry.subject === subject)
      .map(({ actor, action, details }) => ({ actor, action, details }));

  test("signing in, changing the password and signing out are recorded with person and IP address", async () => {
    const { email, password } = await addStaff();
    const browser = at("192.0.2.40");
    await browser.signIn(email, password);
    await browser.changePassword(password, "plum lantern quietly seven");
    await browser.signOut();
    await browser.signOut();
    expect(await entriesOf(email)).toEqual([
      { actor: email, action: "person.sign_out", details: {} },
      { actor: email, action: "person.password_change", details: {} },
      { actor: email, action: "person.sign_in", details: { from: "192.0.2.40" } },
      added,
    ]);
  });

  test("of wrong passwords only the first and the tenth in an hour are recorded", async () => {
    const { email } = await addStaff();
    for (let tries = 0; tries < 15; tries++)
      await guess(newBrowser({ "x-forwarded-for": `192.0.3.${tries}` }), [email]);
    expect(await entriesOf(email)).toEqual([
      {
        actor: "somebody",
        action: "person.sign_in_failed",
        details: { from: "192.0.3.9", "tries within an hour": 10 },
      },
      { actor: "somebody", action: "person.sign_in_failed", details: { from: "192.0.3.0" } },
      added,
    ]);
  });

  test("unknown e-mail addresses are counted together and not stored", async () => {
    await db().windowCount.deleteMany({ where: { subject: { startsWith: "failures:" } } });
    const before = await db().auditEntry.count();
    const typed = Array.from({ length: 25 }, () => `${randomUUID()}@my-secret.example`);
    for (const email of typed) await guess(newBrowser(), [email]);
    expect((await db().auditEntry.count()) - before).toBe(2);
    const [last] = await entriesOf("unknown e-mail addresses");
    expect(last?.details).toEqual({ from: expect.any(String), "tries within an hour": 10 });
    const kept = JSON.stringify([await db().windowCount.findMany(), await listAudit({ limit: 200 })], (_key, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(kept).not.toContain("my-secret");
    for (const email of typed) expect(kept).not.toContain(email.slice(0, 8));
  });
});
