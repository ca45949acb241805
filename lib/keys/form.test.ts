import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeLimiter } from "../limits/limiter";
import { setClock } from "../process/clock";
import { SCOPES } from "../scopes";
import { DAY_MS, HOUR_MS } from "../values/time";
import { EMPTY_KEY, type KeyValues, keyForm, toKeyChange, toKeyValues, toNewKey } from "./form";
import { toDetail, toSummary } from "./response";
import { KeyChange, KeyParams, NewKey, Rotation } from "./schema";

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (ms: number) => new Date(NOON + ms);
beforeEach(() => setClock(() => NOON));
afterEach(closeLimiter);

const WEBSITE: KeyValues = { ...EMPTY_KEY, name: "Website" };
const OWN = { plan: "enterprise", perMinute: "1,000", perDay: "2 000" } as const;

describe("the form of a key", () => {
  const COUNT = "Enter a whole number from 1 to 1,000,000,000";
  test.each<[what: string, values: Partial<KeyValues>, errors: object]>([
    ["is valid", {}, {}],
    ["has no name", { name: " " }, { name: "Enter a name" }],
    ["has limits of its own", OWN, {}],
    ["lacks limits of its own", { plan: "enterprise" }, { perMinute: COUNT, perDay: COUNT }],
    ["has limits out of range", { ...OWN, perMinute: "0", perDay: "1000000001" }, { perMinute: COUNT, perDay: COUNT }],
    ["has the extreme limits", { ...OWN, perMinute: "1", perDay: "1,000,000,000" }, {}],
    ["has the same limits", { ...OWN, perDay: "1000" }, {}],
    ["has a lower limit per day", { ...OWN, perDay: "999" }, { perDay: expect.stringMatching(/not be below/) }],
    ["has limits that its plan does not use", { perMinute: "2", perDay: "1" }, {}],
    ["has no permission", { scopes: [] }, { scopes: "Choose at least one permission" }],
    ["ends today", { expires: "2026-11-21" }, {}],
    ["ended yesterday", { expires: "2026-11-20" }, { expires: "Choose a day that has not passed" }],
    ["ends in 100 years", { expires: "2126-11-21" }, {}],
    ["ends too late", { expires: "2127-11-21" }, { expires: "Choose a day that has not passed" }],
  ])("%s", (_what, values, errors) => {
    const issues = keyForm().safeParse({ ...WEBSITE, ...values }).error?.issues ?? [];
    expect(Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]))).toEqual(errors);
  });

  test.each([
    ["2026-11-20", true],
    ["", true],
    ["2026-11-19", false],
  ])("with a last day that has passed may get %j: %s", (expires, isValid) => {
    const before = { ...WEBSITE, expires: "2026-11-20" };
    expect(keyForm(before).safeParse({ ...before, expires }).success).toBe(isValid);
  });

  test("is what is sent, without what its plan does not use", () => {
    const scopes = ["pets:read"];
    expect(toNewKey({ ...WEBSITE, name: " A ", perDay: "7" })).toEqual({ name: "A", plan: "free", scopes });
    const expiresAt = new Date("2027-01-31T23:59:59Z");
    const own = { plan: "enterprise", perMinute: 1_000, perDay: 2_000 };
    const sent = { name: "Website", ...own, scopes, expiresAt };
    expect(toNewKey({ ...WEBSITE, ...OWN, expires: "2027-01-31" })).toEqual(sent);
  });

  test.each<[what: string, before: Partial<KeyValues>, after: Partial<KeyValues>, change: KeyChange | null]>([
    ["nothing", {}, {}, null],
    ["a name", {}, { name: " B " }, { name: "B" }],
    ["limits that are not used", {}, { perMinute: "7", perDay: "7" }, null],
    ["a name beside limits", OWN, { ...OWN, name: "B" }, { name: "B" }],
    ["a plan", OWN, { plan: "pro" }, { plan: "pro" }],
    ["one limit", OWN, { ...OWN, perMinute: "5" }, { plan: "enterprise", perMinute: 5, perDay: 2_000 }],
    ["the other limit", OWN, { ...OWN, perDay: "9000" }, { plan: "enterprise", perMinute: 1_000, perDay: 9_000 }],
    ["a last day", {}, { expires: "2027-01-31" }, { expiresAt: new Date("2027-01-31T23:59:59Z") }],
    ["no last day", { expires: "2027-01-31" }, {}, { expiresAt: null }],
  ])("changes %s", (_what, before, after, change) => {
    expect(toKeyChange({ ...WEBSITE, ...before }, { ...WEBSITE, ...after })).toEqual(change);
  });
});

describe("the schemas of keys", () => {
  const EXPIRY = "expiresAt must be a date and time in the future, such as 2030-01-31T00:00:00Z";
  const ENTERPRISE = { plan: "enterprise", perMinute: 5, perDay: 5 };
  test.each<[key: object, mistake: string | null]>([
    [{}, null],
    [{ perMinute: 1, perDay: 1 }, "plan must be enterprise for perMinute and perDay"],
    [{ perDay: 1 }, "plan must be enterprise for perMinute and perDay"],
    [{ ...ENTERPRISE, perMinute: undefined }, "plan enterprise needs perMinute and perDay"],
    [{ ...ENTERPRISE, perDay: undefined }, "plan enterprise needs perMinute and perDay"],
    [ENTERPRISE, null],
    [{ ...ENTERPRISE, perMinute: 6 }, "perDay must be at least perMinute"],
    [{ ...ENTERPRISE, perMinute: 0 }, "perMinute must be a whole number from 1 to 1000000000"],
    [{ plan: "gold" }, "plan must be one of free, pro, business, enterprise"],
    [{ scopes: [] }, "scopes must name at least one"],
    [{ scopes: Array(SCOPES.length).fill("pets:read") }, null],
    [{ scopes: Array(SCOPES.length + 1).fill("pets:read") }, "scopes must not repeat one"],
    [{ scopes: ["admin"] }, `scopes.0 must be of ${SCOPES.join(", ")}`],
    [{ scopes: "pets:read" }, "scopes must be an array"],
    [{ name: undefined }, "name is required"],
    [{ name: " " }, "name must be 1 to 100 characters long, not only invisible ones"],
    [{ name: "x".repeat(100) }, null],
    [{ name: "x".repeat(101) }, "name must be 1 to 100 characters long, not only invisible ones"],
    [{ name: "a\tb" }, "name must not contain control characters"],
    [{ name: "\ud83d" }, "name must be well-formed Unicode"],
    [{ expiresAt: "2030-01-31T00:00:00Z" }, null],
    [{ expiresAt: at(1).toISOString() }, null],
    [{ expiresAt: at(0).toISOString() }, EXPIRY],
    [{ expiresAt: "2130-01-01T00:00:00Z" }, EXPIRY],
    [{ expiresAt: "soon" }, EXPIRY],
  ])("a new key with %o: %s", (key, mistake) => {
    const [issue] = NewKey.safeParse({ name: "A", ...key }).error?.issues ?? [];
    expect(issue ? `${issue.path.join(".")} ${issue.message}` : null).toBe(mistake);
  });

  test("a new key has defaults, and a change needs something", () => {
    const expiresAt = "2030-01-31T00:00:00+02:00";
    const defaults = { name: "A", plan: "free", scopes: ["pets:read", "pets:write"] };
    expect(NewKey.parse({ name: "A", expiresAt })).toEqual({ ...defaults, expiresAt: new Date(expiresAt) });
    expect(KeyChange.safeParse({}).error?.issues[0]?.message).toBe(
      "must have at least one of name, plan, perMinute, perDay, expiresAt",
    );
    expect(KeyChange.parse({ expiresAt: null })).toEqual({ expiresAt: null });
    expect(KeyChange.safeParse({ perDay: 5 }).success).toBe(false);
    expect([{}, { graceHours: 0 }, { graceHours: 168 }].map((sent) => Rotation.parse(sent).graceHours)).toEqual([
      24, 0, 168,
    ]);
    for (const graceHours of [-1, 169, 1.5]) expect(Rotation.safeParse({ graceHours }).success).toBe(false);
    for (const keyId of ["key_0", `key_${"0".repeat(21)}`, `xkey_${"0".repeat(19)}`, `key_${"g".repeat(20)}`])
      expect(KeyParams.safeParse({ keyId }).error?.issues[0]?.message).toBe("There is no key with this id");
    expect(KeyParams.safeParse({ keyId: "key_0123456789abcdef0123" }).success).toBe(true);
  });
});

describe("a key in an answer", () => {
  const row = {
    ...{ id: "key_1", prefix: "pet_live_abcd", name: "A", plan: "pro", perMinute: null, perDay: null },
    ...{ scopes: ["orders:read", "other", "pets:read"], createdAt: at(-DAY_MS), expiresAt: null, revokedAt: null },
    ...{ version: 1, lastUsedAt: null, earlier: [], usage: [], bans: [], liftedLately: false },
  };
  const ban = { id: "b", keyId: "key_1", level: 0, startedAt: at(-1), until: at(1), liftedAt: null };

  test.each<[state: string, more: object]>([
    ["active", {}],
    ["active", { expiresAt: at(1), bans: [{ ...ban, until: at(0) }] }],
    ["active", { bans: [{ ...ban, liftedAt: at(0) }] }],
    ["suspended", { bans: [ban] }],
    ["expired", { expiresAt: at(0), bans: [ban] }],
    ["revoked", { revokedAt: at(-1), expiresAt: at(0), bans: [ban] }],
  ])("is %s with %o", (state, more) => {
    expect(toSummary({ ...row, ...more }).state).toBe(state);
  });

  test("has its limits, its use and its bans", async () => {
    const counts = { requests: 7, refused: 2, deprecated: 1, minute: NOON / 60_000, minuteRequests: 3 };
    const usage = [
      { ...counts, keyId: "key_1", day: new Date("2026-10-23"), requests: 5 },
      { ...counts, keyId: "key_1", day: new Date("2026-11-21") },
    ];
    const times = { expiresAt: at(DAY_MS), revokedAt: null, lastUsedAt: at(-2), earlier: [{ until: at(HOUR_MS) }] };
    const lifted = { ...ban, startedAt: at(-2), until: at(-1), liftedAt: at(-1) };
    const detail = await toDetail({ ...row, ...times, usage, bans: [ban, lifted] });
    expect(detail).toMatchObject({
      ...{ plan: "pro", perMinute: 300, perDay: 10_000, scopes: ["pets:read", "orders:read"], requestsToday: 7 },
      ...{ createdAt: at(-DAY_MS).toISOString(), expiresAt: at(DAY_MS).toISOString(), revokedAt: null },
      ...{ lastUsedAt: at(-2).toISOString(), previousExpiresAt: at(HOUR_MS).toISOString(), mayLiftBan: true },
      minute: { limit: 300, remaining: 297, reset: NOON / 1_000 + 60 },
      day: { limit: 10_000, remaining: 9_993, reset: NOON / 1_000 + 43_200 },
      sunset: { date: "2030-12-05", daysLeft: 1_475 },
    });
    const [before, soon] = [at(-1).toISOString(), at(1).toISOString()];
    expect(detail.bans).toMatchObject([
      { startedAt: before, endsAt: soon, liftedAt: null, reason: expect.stringContaining("after a 429") },
      { startedAt: at(-2).toISOString(), endsAt: before, liftedAt: before },
    ]);
    const none = { requests: 0, refused: 0, deprecated: 0 };
    expect([detail.usage.length, ...[0, 1, 29].map((index) => detail.usage[index])]).toEqual([
      30,
      { day: "2026-10-23", requests: 5, refused: 2, deprecated: 1 },
      { ...none, day: "2026-10-24" },
      { day: "2026-11-21", requests: 7, refused: 2, deprecated: 1 },
    ]);
    const scopes = ["pets:read", "orders:read"];
    expect(toKeyValues(detail)).toEqual({ ...EMPTY_KEY, name: "A", plan: "pro", scopes, expires: "2026-11-22" });
    const own = await toDetail({ ...row, id: "key_2", plan: "enterprise", perMinute: 7, perDay: 9 });
    expect(toKeyValues(own)).toMatchObject({ plan: "enterprise", perMinute: "7", perDay: "9", expires: "" });
    expect(own).toMatchObject({ requestsToday: 0, bans: [], mayLiftBan: false, previousExpiresAt: null });
    setClock(() => Date.UTC(2031, 0));
    expect((await toDetail(row)).sunset.daysLeft).toBe(0);
  });
});
