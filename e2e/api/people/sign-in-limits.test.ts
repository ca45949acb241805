import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { resetPassword } from "@/lib/people/store";
import { emailHash } from "@/lib/sign-in/limits";
import { MINUTE_MS } from "@/lib/values/time";
import { addStaff, guess, message, newAddress, passClock, suiteSignIn, times } from "../support/sign-in-suite";

const { newBrowser, at } = suiteSignIn();

describe("sign-in – limits", () => {
  test("ten wrong passwords in a minute block their IP address and no other", async () => {
    const { email, password } = await addStaff();
    const bad = at("192.0.2.1");
    expect(await guess(bad, Array.from({ length: 10 }, newAddress))).toEqual(times(10, 401));
    const refused = await bad.signIn(email, password);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(message(refused)).toMatch(/^Too many attempts\. Try again in \d+ seconds?\.$/);
    expect((await at("192.0.2.2").signIn(email, password)).status).toBe(200);
    passClock(MINUTE_MS + 1_000);
    expect((await bad.signIn(email, password)).status).toBe(200);
  });

  test("the IPv6 addresses of one /64 share a limit, a /56 has four times and a /48 sixteen times as much", async () => {
    const guessAt = async (address: string) => (await guess(at(address), [newAddress()]))[0];
    for (let index = 0; index < 10; index++) expect(await guessAt(`2001:db8:1:2::${index}`)).toBe(401);
    expect(await guessAt("2001:db8:1:2:3::4")).toBe(429);
    expect(await guessAt("2001:db8:1:3::4")).toBe(401);
    const charged = await db().windowCount.findMany({ where: { subject: { contains: "2001:db8:1:" } } });
    const counts = Object.fromEntries(charged.map(({ subject, count }) => [subject, count]));
    expect(counts).toMatchObject({ "address:2001:db8:1:0::/56": 11, "address:2001:db8:1:0::/48": 11 });
    await db().windowCount.update({ where: { subject: "address:2001:db8:1:0::/56" }, data: { count: 40 } });
    expect(await guessAt("2001:db8:1:4::4")).toBe(429);
    expect(await guessAt("2001:db8:1:100::4")).toBe(401);
    await db().windowCount.update({ where: { subject: "address:2001:db8:1:0::/48" }, data: { count: 160 } });
    expect(await guessAt("2001:db8:1:200::4")).toBe(429);
  });

  test("simultaneous attempts are counted exactly", async () => {
    const together = async () => {
      const answers = await Promise.all(times(6, at("192.0.2.3")).map((browser) => guess(browser, [newAddress()])));
      return answers.flat().toSorted();
    };
    expect(await together()).toEqual(times(6, 401));
    expect(await together()).toEqual([...times(4, 401), ...times(2, 429)]);
  });

  test("a known browser signs in while strangers take all the others' places and use up the account", async () => {
    const { email, password } = await addStaff();
    const own = newBrowser();
    expect((await own.signIn(email, password)).status).toBe(200);
    await db().windowCount.update({ where: { subject: `email:${emailHash(email)}` }, data: { count: 20 } });
    const statuses: number[] = [];
    let isOver = false;
    const flood = times(30, newBrowser).map(async (open) => {
      const browser = open();
      while (!isOver) statuses.push(...(await guess(browser, [newAddress()])));
    });
    try {
      await expect.poll(() => statuses.includes(503), { timeout: 20_000 }).toBe(true);
      expect((await own.signIn(email, password)).status).toBe(200);
    } finally {
      isOver = true;
      await Promise.all(flood);
    }
    expect((await newBrowser().signIn(email, password)).status).toBe(429);
  });

  test("ten wrong passwords for one person within 15 minutes block the IP address for that person", async () => {
    const { email, password } = await addStaff();
    const [bad, good] = [at("192.0.2.4"), at("192.0.2.5")];
    expect(await guess(bad, times(5, email))).toEqual(times(5, 401));
    passClock(2 * MINUTE_MS);
    expect(await guess(bad, times(5, email))).toEqual(times(5, 401));
    passClock(4 * MINUTE_MS);
    const refused = await bad.signIn(email, password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(10 * 60);
    expect(message(refused)).toMatch(/^Too many attempts\. Try again in 1[01] minutes\.$/);
    expect((await good.signIn(email, password)).status).toBe(200);
    passClock(16 * MINUTE_MS);
    expect((await bad.signIn(email, password)).status).toBe(200);
  });

  describe("twenty wrong passwords from many IP addresses", () => {
    const attack = async (email: string) => {
      for (let tries = 0; tries < 20; tries++) expect(await guess(newBrowser(), [email])).toEqual([401]);
    };

    test("block sign-ins for a while, except in the person's known browsers", async () => {
      const { email, password } = await addStaff();
      const [own, colleague] = [newBrowser(), await addStaff()];
      expect((await own.signIn(email, password)).status).toBe(200);
      await own.signOut();
      // Colleagues share browsers, so both are known.
      expect((await own.signIn(colleague.email, colleague.password)).status).toBe(200);
      await attack(email);
      expect((await newBrowser().signIn(email, password)).status).toBe(429);
      expect((await own.signIn(email, password)).status).toBe(200);
      // A browser known for one person is not known for another.
      const others = newBrowser();
      expect((await others.signIn(colleague.email, colleague.password)).status).toBe(200);
      expect((await others.signIn(email, password)).status).toBe(429);
      passClock(16 * MINUTE_MS);
      expect((await newBrowser().signIn(email, password)).status).toBe(200);
    });

    test("do not lock the person out, because a new one-time password works immediately and anywhere", async () => {
      const { id, email, password } = await addStaff();
      await attack(email);
      expect((await newBrowser().signIn(email, password)).status).toBe(429);
      const fresh = await resetPassword(OPERATOR, id);
      expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
    });

    test("count for an unknown e-mail address too, so that it looks like a known one", async () => {
      const email = newAddress();
      await attack(email);
      expect((await newBrowser().signIn(email, "not the password")).status).toBe(429);
    });
  });

  test("a known browser has a limit too, and a forged cookie makes no browser known", async () => {
    const { email, password } = await addStaff();
    const own = newBrowser();
    await own.signIn(email, password);
    expect(await guess(own, times(10, email))).toEqual(times(10, 401));
    expect((await own.signIn(email, password)).status).toBe(429);
    const copied = own.cookie("known-browser");
    expect(copied).toMatch(/^known-browser-[\w-]+=[\w-]{16}\.[\w-]{43}$/);
    const forged = newBrowser();
    const [name, value = ""] = (copied ?? "").split("=");
    forged.setCookie(name ?? "", `${"A".repeat(16)}${value.slice(16)}`);
    // The browser is unknown, so it is charged to the limits by IP address and by e-mail address.
    await guess(forged, [email]);
    expect(await db().windowCount.count({ where: { subject: `browser:${"A".repeat(16)}` } })).toBe(0);
  });

  test("correct passwords do not count", async () => {
    const { email, password } = await addStaff();
    for (let round = 0; round < 12; round++) expect((await at("192.0.2.6").signIn(email, password)).status).toBe(200);
  });

  test("ended windows are deleted", async () => {
    const rows = Array.from({ length: 120 }, () => ({ subject: randomUUID(), count: 1, until: new Date(1) }));
    await db().windowCount.createMany({ data: rows });
    for (let tries = 0; tries < 3; tries++) await newBrowser().signIn(newAddress(), "not the password");
    expect(await db().windowCount.count({ where: { until: new Date(1) } })).toBe(0);
  });

  test("ten wrong current passwords block the password change", async () => {
    const { email, password } = await addStaff();
    const browser = newBrowser();
    await browser.signIn(email, password);
    for (let tries = 0; tries < 10; tries++) {
      const refused = await browser.changePassword("not the password", "plum lantern quietly seven");
      expect([refused.status, message(refused)]).toEqual([400, "currentPassword is not your current password"]);
    }
    const refused = await browser.changePassword(password, "plum lantern quietly seven");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
  });
});
