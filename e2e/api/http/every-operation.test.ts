import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { mintBrowserToken, personScopes, VISITOR, VISITOR_SCOPES } from "@/lib/api/browser-token";
import type { AnySpec } from "@/lib/api/spec";
import { db } from "@/lib/database/client";
import { generateKey } from "@/lib/keys/format";
import { flushUsage } from "@/lib/keys/usage-store";
import { setClock } from "@/lib/process/clock";
import type { Settings } from "@/lib/process/env";
import { setSettings, settings } from "@/lib/process/settings";
import { ALL_SCOPES, SCOPES } from "@/lib/scopes";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/values/time";
import { expectCommon, expectError, expectLimits } from "../support/answers";
import {
  CONTRACT_OPERATIONS,
  credentialFor,
  OPERATIONS,
  type Operation,
  PREPARED,
  validCall,
} from "../support/operations";
import { lastRecords, RECORDS, recordsAfter, storedRows } from "../support/records";
import { type Answer, newKey, newPerson, personToken, type SignedInPerson, suiteService } from "../support/service";

// What all operations have in common. Invalid requests are in every-operation-invalid.test.ts. service.ts also compares
// each answer with the OpenAPI document.
const service = suiteService({ environment: { TRUSTED_PROXIES: "1" } });

let configured: Settings;
let staff: SignedInPerson;
let admin: SignedInPerson;
/** Has a one-time password. */
let newcomer: SignedInPerson;
let signedOut: SignedInPerson;
let demoted: SignedInPerson;
/** Signed in an hour ago. */
let returning: SignedInPerson;
/** Those who reach their limits: staff, an admin, and an admin who has signed out. */
let busy: [SignedInPerson, SignedInPerson, SignedInPerson];
let expiredToken: string;
const keyWith: Record<string, string> = {};

beforeAll(async () => {
  configured = settings();
  [staff, admin, newcomer] = [await newPerson(), await newPerson("admin"), await newPerson("admin")];
  [signedOut, demoted, returning] = [await newPerson("admin"), await newPerson("admin"), await newPerson("admin")];
  busy = [await newPerson(), await newPerson("admin"), await newPerson("admin")];
  await db().user.update({ where: { id: newcomer.id }, data: { mustChangePassword: true } });
  await db().session.deleteMany({ where: { id: { in: [signedOut.session, busy[2].session] } } });
  await db().user.update({ where: { id: demoted.id }, data: { role: "staff" } });
  const createdAt = new Date(Date.now() - HOUR_MS);
  await db().session.update({ where: { id: returning.session }, data: { createdAt } });
  for (const scope of SCOPES) keyWith[scope] = await newKey({ scopes: [scope] });
  setClock(() => Date.now() - HOUR_MS);
  expiredToken = personToken(admin, "admin");
  setClock(null);
});
afterEach(() => {
  setClock(null);
  setSettings(configured);
});

const visitorToken = () => mintBrowserToken({ sub: VISITOR, scopes: VISITOR_SCOPES }).token;

function expectSuccess(answer: Answer, { status = 200, returns, isStable }: AnySpec): void {
  expect(answer, answer.text).toMatchObject({ status });
  expectCommon(answer);
  expect(answer.headers["cache-control"]).toBe("private, no-cache");
  expect(answer.headers["x-stability"]).toBe(isStable ? undefined : "experimental");
  if (status === 204) return;
  const data: unknown = returns.parse(answer.json);
  expect(data, "an empty list would prove nothing").not.toEqual([]);
}

type Send = (key: string | null, headers?: Record<string, string>) => Promise<Answer>;

/** Prepares a valid call, which can be sent with different credentials and further headers. */
async function prepare(operation: Operation): Promise<Send> {
  const { target, ...rest } = await validCall(operation);
  return (key, headers) => service.call(target, { ...rest, key, headers: { ...rest.headers, ...headers } });
}

/** Prepares a valid call that is only refused, which must change nothing. */
async function refusing(operation: Operation, attempts: (send: Send) => Promise<void>): Promise<void> {
  const send = await prepare(operation);
  const before = await storedRows();
  await attempts(send);
  expect(await storedRows()).toEqual(before);
}

test("docs/contract.md has exactly the operations of the API, with their methods, paths and scopes", () => {
  const documented = CONTRACT_OPERATIONS.map((one) => [one.operationId, one.method, one.route, one.scope]);
  const known = OPERATIONS.map(({ method, route, spec }) => [spec.operationId, method, route, spec.scope]);
  expect(documented.map(String).toSorted()).toEqual(known.map(String).toSorted());
});

test("VALID_CALLS has exactly the operations of the API, and RECORDS those that are not GET", () => {
  const idsOf = (operations: typeof OPERATIONS) => operations.map(({ spec }) => spec.operationId).toSorted();
  expect(PREPARED.toSorted()).toEqual(idsOf(OPERATIONS));
  expect(Object.keys(RECORDS).toSorted()).toEqual(idsOf(OPERATIONS.filter(({ method }) => method !== "GET")));
});

test("the request id is the caller's if it is valid, otherwise a new one", async () => {
  const id = async (given: string) =>
    (await service.call("GET /v1/pets", { headers: { "x-request-id": given } })).headers["x-request-id"];
  expect(await id("abc-1:2.3")).toBe("abc-1:2.3");
  for (const bad of ["a b", "x".repeat(65), '"<>']) expect(await id(bad)).toMatch(/^[\w-]{36}$/);
});

describe.for(OPERATIONS)("$method $route", (operation) => {
  const { method, route, spec } = operation;

  test(`answers ${spec.status ?? 200} with the schema of the operation, and records who did what`, async () => {
    const send = await prepare(operation);
    const [last, before] = [await lastRecords(), await storedRows()];
    expectSuccess(await send(personToken(admin, "admin")), spec);
    const records = await recordsAfter(last, admin);
    expect(records).toEqual(RECORDS[spec.operationId] ?? []);
    if (records.length === 0) expect(await storedRows()).toEqual(before);
  });

  test.runIf(method === "GET")("HEAD: the headers of GET, no body", async () => {
    const { target } = await validCall(operation);
    const key = credentialFor(spec, service, admin);
    // The use of keys is written later, but must not be written between these two.
    await flushUsage();
    const get = await service.call(target, { key });
    const head = await service.call(target.replace("GET", "HEAD"), { key });
    expect(head).toMatchObject({ status: 200, text: "" });
    const names = ({ headers }: Answer) => Object.keys(headers).toSorted();
    expect(names(head)).toEqual(names(get));
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  });

  test("no credential, or an invalid one: 401 with a challenge", async () => {
    const realm = 'Bearer realm="pets"';
    await refusing(operation, async (send) => {
      for (const [headers, challenge] of [
        [{}, realm],
        [{ authorization: " " }, realm],
        [{ cookie: `token=${service.key}; session=${service.key}` }, realm],
        [{ authorization: `Bearer ${generateKey()}` }, `${realm}, error="invalid_token"`],
        [{ authorization: `Bearer ${expiredToken}` }, `${realm}, error="invalid_token"`],
      ] as const) {
        const answer = await send(null, headers);
        expectError(answer, 401, "unauthorized");
        expect(answer.headers["www-authenticate"]).toBe(challenge);
      }
    });
  });

  test("who may call it, and from which pages", async () => {
    const { scope = "" } = CONTRACT_OPERATIONS.find(({ operationId }) => operationId === spec.operationId) ?? {};
    const forbidden = `403 Bearer realm="pets", error="insufficient_scope", scope="${scope}"`;
    const only = (scopes: readonly string[]) => (scopes.includes(scope) ? "may" : forbidden);
    const asAdmin = personToken(admin, "admin");
    // Reading animals needs no look-up, so the token of an ended session can read until it expires.
    const ended = scope === "pets:read" ? "may" : '401 Bearer realm="pets", error="invalid_token"';
    const again = '403 Bearer realm="pets", error="insufficient_user_authentication", max_age=3600';
    const evil = { origin: "https://evil.example" };
    const own = { origin: service.origin.replace("http:", "https:") };
    const callers: [who: string, outcome: string, credential: string, headers?: Record<string, string>][] = [
      ["a key with every scope, on any page", only(SCOPES), service.key, evil],
      ...SCOPES.map((one): (typeof callers)[number] => [`a key with ${one}`, only([one]), keyWith[one] ?? ""]),
      ["a visitor", only(VISITOR_SCOPES), visitorToken()],
      ["a visitor on another site", forbidden, visitorToken(), evil],
      ["staff", only(personScopes("staff")), personToken(staff)],
      ["an admin on the site's own page", only(ALL_SCOPES), asAdmin, own],
      ["an admin on another site", forbidden, asAdmin, evil],
      ["an admin on a page without an origin", forbidden, asAdmin, { origin: "null" }],
      ["an admin who was made staff", only(personScopes("staff")), personToken(demoted, "admin")],
      ["a person with a one-time password", only(["pets:read"]), personToken(newcomer, "admin")],
      ["a person who has signed out", ended, personToken(signedOut, "admin")],
      [
        "an admin who signed in an hour ago",
        /^\/v1\/(keys|people)(?!\/me)/.test(route) ? again : "may",
        personToken(returning, "admin"),
      ],
    ];
    const mayCall = callers.filter(([, outcome]) => outcome === "may");
    const others = callers.filter(([, outcome]) => outcome !== "may");
    await refusing(operation, async (send) => {
      const found: Record<string, string> = {};
      for (const [who, _outcome, credential, headers] of others) {
        const answer = await send(credential, headers);
        found[who] = `${answer.status} ${answer.headers["www-authenticate"]}`;
      }
      expect(found).toEqual(Object.fromEntries(others));
    });
    for (const [who, _outcome, credential, headers] of mayCall) {
      const send = await prepare(operation);
      expect((await send(credential, headers)).status, who).toBe(spec.status ?? 200);
    }
  });

  test("over the limit: 429 for whoever calls it", async () => {
    const address = stopClock();
    const one = { perMinute: 1, perDay: 1_000_000 };
    setSettings({ ...configured, STRANGER_LIMIT: one, VISITOR_LIMIT: one, STAFF_LIMIT: one });
    const key = await newKey({ plan: "enterprise", ...one });
    const callers = [key, null, visitorToken(), ...busy.map((person) => personToken(person, "admin"))];
    const send = await prepare(operation);
    for (const credential of callers) {
      const last = await send(credential, address);
      expect(last.status).not.toBe(429);
      expect(expectLimits(last)).toMatchObject({ limit: 1, remaining: 0 });
    }
    await refusing(operation, async (sendAgain) => {
      for (const credential of callers) {
        const answer = await sendAgain(credential, address);
        expectError(answer, 429, "rate_limited");
        expect(expectLimits(answer)).toMatchObject({ limit: 1, remaining: 0 });
        expect(answer.headers["retry-after"]).toBe("60");
      }
    });
  });
});

/** Yesterday at noon, so that no window ends while a test counts requests. */
const NOON = (Math.floor(Date.now() / DAY_MS) - 0.5) * DAY_MS;
let minutes = 0;
/** Stops the clock at the start of a minute in which `busy` have sent no request. Returns the header of a new IP address. */
function stopClock() {
  const time = NOON + ++minutes * MINUTE_MS;
  setClock(() => time);
  return { "x-forwarded-for": `203.0.113.${minutes}` };
}
