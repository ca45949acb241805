import { expect, onTestFinished, test } from "vitest";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { resetPassword } from "@/lib/people/store";
import { emailHash } from "@/lib/sign-in/limits";
import { MINUTE_MS } from "@/lib/values/time";
import { holdPasswords } from "../support/passwords";
import { addStaff, guess, message, newAddress, passClock, suiteSignIn, times } from "../support/sign-in-suite";

const { newBrowser, at, newSignedIn } = suiteSignIn();

/** Counts earlier tries in a window. */
async function countTries(subject: string, count: number, minutes: number): Promise<void> {
  const until = new Date(Date.now() + minutes * MINUTE_MS);
  await db().windowCount.upsert({ where: { subject }, create: { subject, count, until }, update: { count } });
}
const addressOf = (block: string) => `address:${block}`;
const accountOf = (email: string) => `email:${emailHash(email)}`;

test("ten wrong passwords in a minute block their IP address and no other", async () => {
  const { email, password } = await addStaff();
  const bad = at("192.0.2.1");
  await countTries(addressOf("192.0.2.1"), 8, 1);
  expect(await guess(bad, [newAddress(), newAddress()])).toEqual([401, 401]);
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
  const [narrow, middle, wide] = ["2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1:0::/48"].map(addressOf);
  await countTries(narrow ?? "", 9, 1);
  expect(await guessAt("2001:db8:1:2::9")).toBe(401);
  expect(await guessAt("2001:db8:1:2:3::4")).toBe(429);
  await countTries(middle ?? "", 39, 1);
  expect(await guessAt("2001:db8:1:3::4")).toBe(401);
  expect(await guessAt("2001:db8:1:4::4")).toBe(429);
  await countTries(wide ?? "", 159, 1);
  expect(await guessAt("2001:db8:1:100::4")).toBe(401);
  expect(await guessAt("2001:db8:1:200::4")).toBe(429);
});

test("simultaneous attempts are counted exactly", async () => {
  await countTries(addressOf("192.0.2.3"), 6, 1);
  const answers = await Promise.all(times(6, at("192.0.2.3")).map((browser) => guess(browser, [newAddress()])));
  expect(answers.flat().toSorted()).toEqual([...times(4, 401), ...times(2, 429)]);
});

test("a known browser signs in while strangers take all the others' places and use up the account", async () => {
  const { email, password, browser: own } = await newSignedIn();
  await countTries(accountOf(email), 20, 15);
  const subject = `browser:${own.cookie("known-browser")?.split("=")[1]?.slice(0, 16)}`;
  const release = holdPasswords();
  onTestFinished(release);
  const flood = times(30, newBrowser).map((open) => guess(open(), [newAddress()]));
  expect(await Promise.race(flood)).toEqual([503]);
  const signedIn = own.signIn(email, password);
  await expect.poll(() => db().windowCount.count({ where: { subject } })).toBe(1);
  release();
  expect((await signedIn).status).toBe(200);
  expect((await Promise.all(flood)).flat()).toContain(401);
  expect((await newBrowser().signIn(email, password)).status).toBe(429);
});

test("ten wrong passwords for one person within 15 minutes block the IP address for that person", async () => {
  const { email, password } = await addStaff();
  const [bad, good] = [at("192.0.2.4"), at("192.0.2.5")];
  await countTries(`${accountOf(email)}:192.0.2.4`, 9, 15);
  passClock(2 * MINUTE_MS);
  expect(await guess(bad, [email])).toEqual([401]);
  passClock(4 * MINUTE_MS);
  const refused = await bad.signIn(email, password);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(10 * 60);
  expect(message(refused)).toMatch(/^Too many attempts\. Try again in 1[01] minutes\.$/);
  expect((await good.signIn(email, password)).status).toBe(200);
  passClock(16 * MINUTE_MS);
  expect((await bad.signIn(email, password)).status).toBe(200);
});

test("twenty wrong passwords from many IP addresses block sign-ins for a while, except in known browsers", async () => {
  const { id, email, password, browser: own } = await newSignedIn();
  const colleague = await addStaff();
  await own.signOut();
  // Colleagues share browsers, so both are known.
  expect((await own.signIn(colleague.email, colleague.password)).status).toBe(200);
  // An unknown e-mail address looks like a known one.
  const nobody = newAddress();
  for (const attacked of [email, nobody]) {
    await countTries(accountOf(attacked), 19, 15);
    expect(await guess(newBrowser(), [attacked])).toEqual([401]);
  }
  expect((await newBrowser().signIn(email, password)).status).toBe(429);
  expect((await newBrowser().signIn(nobody, password)).status).toBe(429);
  expect((await own.signIn(email, password)).status).toBe(200);
  // A browser known for one person is not known for another.
  const others = newBrowser();
  expect((await others.signIn(colleague.email, colleague.password)).status).toBe(200);
  expect((await others.signIn(email, password)).status).toBe(429);
  // A new one-time password works immediately and anywhere.
  const fresh = await resetPassword(OPERATOR, { id });
  expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
  await db().user.update({ where: { id }, data: { mustChangePassword: false, passwordExpiresAt: null } });
  expect((await newBrowser().signIn(email, fresh.password)).status).toBe(429);
  passClock(16 * MINUTE_MS);
  expect((await newBrowser().signIn(email, fresh.password)).status).toBe(200);
});

test("a known browser has a limit too, and a forged cookie makes no browser known", async () => {
  const { email, password, browser: own } = await newSignedIn();
  const copied = own.cookie("known-browser");
  expect(copied).toMatch(/^known-browser-[\w-]+=[\w-]{16}\.[\w-]{43}$/);
  const [name, value = ""] = (copied ?? "").split("=");
  await countTries(`browser:${value.slice(0, 16)}`, 9, 15);
  expect(await guess(own, [email])).toEqual([401]);
  expect((await own.signIn(email, password)).status).toBe(429);
  const forged = newBrowser();
  forged.setCookie(name ?? "", `${"A".repeat(16)}${value.slice(16)}`);
  // The browser is unknown, so it is charged to the limits by IP address and by e-mail address.
  await guess(forged, [email]);
  expect(await db().windowCount.count({ where: { subject: `browser:${"A".repeat(16)}` } })).toBe(0);
});

test("correct passwords do not count", async () => {
  const { email, password } = await addStaff();
  await countTries(addressOf("192.0.2.6"), 9, 1);
  for (let round = 0; round < 3; round++) expect((await at("192.0.2.6").signIn(email, password)).status).toBe(200);
});

test("ten wrong current passwords block the password change", async () => {
  const { id, password, browser } = await newSignedIn();
  await countTries(`password:${id}`, 9, 15);
  const wrong = await browser.changePassword("not the password", "plum lantern quietly seven");
  expect([wrong.status, message(wrong)]).toEqual([400, "currentPassword is not your current password"]);
  const refused = await browser.changePassword(password, "plum lantern quietly seven");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
});
