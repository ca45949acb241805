import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { listAudit, OPERATOR } from "@/lib/audit/store";
import { setClock } from "@/lib/clock";
import { db } from "@/lib/database/client";
import { addPerson, changePerson, resetPassword, resetPasswordByEmail } from "@/lib/people/store";
import { emailHash } from "@/lib/sign-in/limits";
import { type Answer, suiteService } from "./support/service";
import { Browser, signInRoutes } from "./support/sign-in";

const service = suiteService({ environment: { TRUSTED_PROXIES: "1" }, pages: signInRoutes });
afterEach(() => setClock(null));

let addresses = 0;
/** A browser at an address of its own. */
const newBrowser = (headers: Record<string, string> = {}) =>
  new Browser(service, { "x-forwarded-for": `10.0.${addresses >> 8}.${addresses++ & 255}`, ...headers });
const at = (address: string) => new Browser(service, { "x-forwarded-for": address });
const newAddress = () => `${randomUUID().slice(0, 8)}@shelter.example`;
const newPerson = async (oneTime = false) => {
  const { email, password } = await addPerson(OPERATOR, { email: newAddress(), role: "staff" });
  const { id } = await db().user.findUniqueOrThrow({ where: { email } });
  if (!oneTime) await db().user.update({ where: { id }, data: { mustChangePassword: false, passwordExpiresAt: null } });
  return { id, email, password };
};
const passClock = (ms: number) => {
  const time = Date.now() + ms;
  setClock(() => time);
};
const MINUTE = 60_000;
const message = ({ text }: Answer) => JSON.parse(text).message as string;
const write = (token: string) => service.call("POST /v1/pets", { key: token, body: '{"name":"A","categoryId":1}' });

/** Tries wrong passwords; gives the statuses. */
async function guess(browser: Browser, emails: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const email of emails) statuses.push((await browser.signIn(email, "not the password")).status);
  return statuses;
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe("sign-in – limits", () => {
  test("ten wrong passwords in a minute block their client address and no other", async () => {
    const { email, password } = await newPerson();
    const bad = at("192.0.2.1");
    expect(await guess(bad, Array.from({ length: 10 }, newAddress))).toEqual(times(10, 401));
    const refused = await bad.signIn(email, password);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(message(refused)).toMatch(/^Too many tries\. Try again in \d+ seconds?\.$/);
    expect((await at("192.0.2.2").signIn(email, password)).status).toBe(200);
    passClock(MINUTE + 1_000);
    expect((await bad.signIn(email, password)).status).toBe(200);
  });

  test("the IPv6 addresses of one /64 share a limit", async () => {
    const guesses = Array.from({ length: 10 }, (_, index) => guess(at(`2001:db8:1:2::${index}`), [newAddress()]));
    expect((await Promise.all(guesses)).flat()).toEqual(times(10, 401));
    expect(await guess(at("2001:db8:1:2:3::4"), [newAddress()])).toEqual([429]);
    expect(await guess(at("2001:db8:1:3::4"), [newAddress()])).toEqual([401]);
  });

  test("simultaneous attempts are counted exactly", async () => {
    const answers = await Promise.all(times(30, at("192.0.2.3")).map((browser) => guess(browser, [newAddress()])));
    expect(answers.flat().filter((status) => status === 401)).toHaveLength(10);
    expect(answers.flat().filter((status) => status === 429)).toHaveLength(20);
  });

  test("ten wrong passwords for one person within 15 minutes block the client address for that person", async () => {
    const { email, password } = await newPerson();
    const [bad, good] = [at("192.0.2.4"), at("192.0.2.5")];
    expect(await guess(bad, times(5, email))).toEqual(times(5, 401));
    passClock(2 * MINUTE);
    expect(await guess(bad, times(5, email))).toEqual(times(5, 401));
    passClock(4 * MINUTE);
    const refused = await bad.signIn(email, password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(10 * 60);
    expect(message(refused)).toMatch(/^Too many tries\. Try again in 1[01] minutes\.$/);
    expect((await good.signIn(email, password)).status).toBe(200);
    passClock(16 * MINUTE);
    expect((await bad.signIn(email, password)).status).toBe(200);
  });

  describe("twenty wrong passwords from many addresses", () => {
    const attack = async (email: string) => {
      for (let tries = 0; tries < 20; tries++) expect(await guess(newBrowser(), [email])).toEqual([401]);
    };

    test("block sign-ins for a while, except in the person's known browsers", async () => {
      const { email, password } = await newPerson();
      const [own, colleague] = [newBrowser(), await newPerson()];
      expect((await own.signIn(email, password)).status).toBe(200);
      await own.signOut();
      // Colleagues share browsers.
      expect((await own.signIn(colleague.email, colleague.password)).status).toBe(200);
      await attack(email);
      expect((await newBrowser().signIn(email, password)).status).toBe(429);
      expect((await own.signIn(email, password)).status).toBe(200);
      // A browser known for one person is not known for another.
      const others = newBrowser();
      expect((await others.signIn(colleague.email, colleague.password)).status).toBe(200);
      expect((await others.signIn(email, password)).status).toBe(429);
      passClock(16 * MINUTE);
      expect((await newBrowser().signIn(email, password)).status).toBe(200);
    });

    test("do not lock the person out: a new one-time password works immediately, anywhere", async () => {
      const { id, email, password } = await newPerson();
      await attack(email);
      expect((await newBrowser().signIn(email, password)).status).toBe(429);
      const fresh = await resetPassword(OPERATOR, id);
      expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
    });

    test("count for an unknown e-mail address too, so it cannot be told apart", async () => {
      const email = newAddress();
      await attack(email);
      expect((await newBrowser().signIn(email, "not the password")).status).toBe(429);
    });
  });

  test("a known browser has a limit too, and a forged cookie makes no browser known", async () => {
    const { email, password } = await newPerson();
    const own = newBrowser();
    await own.signIn(email, password);
    expect(await guess(own, times(10, email))).toEqual(times(10, 401));
    expect((await own.signIn(email, password)).status).toBe(429);
    const copied = own.cookie("known-browser");
    expect(copied).toMatch(/^known-browser-[\w-]+=[\w-]{16}\.[\w-]{43}$/);
    const forged = newBrowser();
    const [name, value = ""] = (copied ?? "").split("=");
    forged.setCookie(name ?? "", `${"A".repeat(16)}${value.slice(16)}`);
    // Unknown, so charged to the limits by client address and by e-mail address.
    await guess(forged, [email]);
    expect(await db().windowCount.count({ where: { subject: `browser:${"A".repeat(16)}` } })).toBe(0);
  });

  test("correct passwords do not count", async () => {
    const { email, password } = await newPerson();
    for (let round = 0; round < 12; round++) expect((await at("192.0.2.6").signIn(email, password)).status).toBe(200);
  });

  test("ended windows are deleted", async () => {
    const rows = Array.from({ length: 120 }, () => ({ subject: randomUUID(), count: 1, until: new Date(1) }));
    await db().windowCount.createMany({ data: rows });
    for (let tries = 0; tries < 3; tries++) await newBrowser().signIn(newAddress(), "not the password");
    expect(await db().windowCount.count({ where: { until: new Date(1) } })).toBe(0);
  });

  test("ten wrong current passwords block the password change", async () => {
    const { email, password } = await newPerson();
    const browser = newBrowser();
    await browser.signIn(email, password);
    for (let tries = 0; tries < 10; tries++) {
      const refused = await browser.changePassword("not the password", "plum lantern quietly seven");
      expect([refused.status, message(refused)]).toEqual([400, "currentPassword is not right"]);
    }
    const refused = await browser.changePassword(password, "plum lantern quietly seven");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
  });
});

describe("sign-in – passwords", () => {
  test("a one-time password expires after 72 hours with a clear message; a new one works", async () => {
    const { email, password } = await newPerson(true);
    passClock(72 * 60 * MINUTE - 5_000);
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
    passClock(72 * 60 * MINUTE + 5_000);
    expect((await newBrowser().signIn(email, "not the password")).status).toBe(401);
    const refused = await newBrowser().signIn(email, password);
    expect(refused.status).toBe(403);
    expect(refused.headers["set-cookie"]).toBeUndefined();
    expect(message(refused)).toMatch(/expired.* Ask an admin .*npm run staff -- reset /);
    const fresh = await resetPasswordByEmail(OPERATOR, email);
    expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
  });

  test("a person who signed in before the expiry may choose a password after it", async () => {
    const { email, password } = await newPerson(true);
    const browser = newBrowser();
    await browser.signIn(email, password);
    passClock(73 * 60 * MINUTE);
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
  test("common passwords and the person's own address are refused", async () => {
    const { email, password } = await newPerson();
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
    const { email, password } = await newPerson();
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
    const { email, password } = await newPerson();
    const browser = newBrowser();
    await browser.signIn(email, password);
    const token = await browser.token();
    expect((await write(token)).status).toBe(201);
    expect((await browser.signOut()).status).toBe(200);
    expect((await write(token)).status).toBe(401);
  });

  test("disabling a person ends their session and prevents a new one", async () => {
    const { id, email, password } = await newPerson();
    const browser = newBrowser();
    await browser.signIn(email, password);
    await changePerson(OPERATOR, id, { disabled: true });
    expect((await newBrowser().signIn(email, password)).status).toBe(401);
    await changePerson(OPERATOR, id, { disabled: false });
    expect((await write(await browser.token())).status).toBe(403);
    expect((await browser.signIn(email, password)).status).toBe(200);
  });

  test("cookies are Secure over https only", async () => {
    const { email, password } = await newPerson();
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
    const { email, password } = await newPerson();
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
      const { email, password } = await newPerson();
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
      const { email, password } = await newPerson();
      expect((await newBrowser(noOrigin()).signIn(email, password)).status).toBe(200);
    });
  });

  test("a client's mistake is not logged as an error", async () => {
    const { id, email, password } = await newPerson();
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

  test("a plain HTML form answers 415, an unused operation of Better Auth 404", async () => {
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

  test("signing in, changing the password and signing out are recorded with person and address", async () => {
    const { email, password } = await newPerson();
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
    const { email } = await newPerson();
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
