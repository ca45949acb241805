import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { mintBrowserToken, personScopes, VISITOR, VISITOR_SCOPES } from "@/lib/api/browser-token";
import type { Caller } from "@/lib/api/caller";
import { limit } from "@/lib/api/limit";
import type { AnySpec } from "@/lib/api/spec";
import { db } from "@/lib/database/client";
import { generateKey } from "@/lib/keys/format";
import { flushUsage } from "@/lib/keys/usage-store";
import type { Role } from "@/lib/people/schema";
import { setClock } from "@/lib/process/clock";
import { ALL_SCOPES, SCOPES, type Scope } from "@/lib/scopes";
import { DAY_MS, MINUTE_MS } from "@/lib/values/time";
import { expectCommon, expectError, expectLimits } from "../support/answers";
import { CONTRACT_OPERATIONS, credentialFor, isForKeys, OPERATIONS, PREPARED, validCall } from "../support/operations";
import { lastRecords, RECORDS, recordsAfter, storedRows } from "../support/records";
import { type Answer, newKey, newPerson, personToken, type SignedInPerson, suiteService } from "../support/service";

// What all operations have in common. Invalid requests are in every-operation-invalid.test.ts. service.ts also compares
// each answer with the OpenAPI document.
const LIMIT = 2_000;
const service = suiteService({ limits: `${LIMIT},1000000` });
/** Yesterday at noon, so that no window ends while a test counts requests. */
const NOON = (Math.floor(Date.now() / DAY_MS) - 0.5) * DAY_MS;
let minutes = 0;
/** Stops the clock at the start of a minute in which no request has been sent. */
function stopClock(): void {
  const time = NOON + ++minutes * 60_000;
  setClock(() => time);
}

let staff: SignedInPerson;
let admin: SignedInPerson;
let newcomer: SignedInPerson;
let signedOut: SignedInPerson;
let demoted: SignedInPerson;

beforeAll(async () => {
  [staff, admin, newcomer] = [await newPerson(), await newPerson("admin"), await newPerson("admin")];
  [signedOut, demoted] = [await newPerson("admin"), await newPerson("admin")];
  await db().user.update({ where: { id: newcomer.id }, data: { mustChangePassword: true } });
  await db().session.delete({ where: { id: signedOut.session } });
  await db().user.update({ where: { id: demoted.id }, data: { role: "staff" } });
});
afterEach(() => setClock(null));

const visitorToken = () => mintBrowserToken({ sub: VISITOR, scopes: VISITOR_SCOPES }).token;
const fullCredential = (spec: AnySpec) => credentialFor(spec, service, admin);

function expectSuccess(answer: Answer, { status = 200, returns, isStable }: AnySpec): void {
  expect(answer, answer.text).toMatchObject({ status });
  expectCommon(answer);
  expect(answer.headers["cache-control"]).toBe("private, no-cache");
  expect(answer.headers["x-stability"]).toBe(isStable ? undefined : "experimental");
  if (status === 204) return;
  const data: unknown = returns.parse(answer.json);
  expect(data, "an empty list would prove nothing").not.toEqual([]);
}

/** The scope of each operation, as in docs/contract.md. */
const SCOPE_OF: Readonly<Record<string, string>> = Object.fromEntries(
  CONTRACT_OPERATIONS.map(({ operationId, scope }) => [operationId, scope]),
);

test("docs/contract.md has exactly the operations of the API, with their methods, paths and scopes", () => {
  const documented = CONTRACT_OPERATIONS.map(({ operationId, method, route, scope }) => [
    operationId,
    method,
    route,
    scope,
  ]);
  const known = OPERATIONS.map(({ method, route, spec: { operationId, scope } }) => [
    operationId,
    method,
    route,
    scope,
  ]);
  expect(documented.map(String).toSorted()).toEqual(known.map(String).toSorted());
});

test("VALID_CALLS has exactly the operations of the API, and RECORDS those that are not GET", () => {
  const idsOf = (operations: typeof OPERATIONS) => operations.map(({ spec }) => spec.operationId).toSorted();
  expect(PREPARED.toSorted()).toEqual(idsOf(OPERATIONS));
  expect(Object.keys(RECORDS).toSorted()).toEqual(idsOf(OPERATIONS.filter(({ method }) => method !== "GET")));
});

for (const operation of OPERATIONS) {
  const { method, route, spec } = operation;

  /** Sends a valid call with another credential or other headers. */
  const call = async (key: string | null, headers: Record<string, string> = {}) => {
    const { target, ...rest } = await validCall(operation);
    return service.call(target, { ...rest, key, headers: { ...rest.headers, ...headers } });
  };
  /** Sends a call that must be refused without changing anything. */
  const refusedCall = async (key: string | null, headers: Record<string, string> = {}) => {
    const { target, ...rest } = await validCall(operation);
    const before = await storedRows();
    const answer = await service.call(target, { ...rest, key, headers: { ...rest.headers, ...headers } });
    expect(await storedRows()).toEqual(before);
    return answer;
  };

  describe(`${method} ${route} – a valid call`, () => {
    test(`answers ${spec.status ?? 200} with the schema of the operation, and records who did what`, async () => {
      const { target, ...rest } = await validCall(operation);
      const [last, before] = [await lastRecords(), await storedRows()];
      expectSuccess(await service.call(target, { ...rest, key: personToken(admin, "admin") }), spec);
      const records = await recordsAfter(last, admin);
      expect(records).toEqual(RECORDS[spec.operationId] ?? []);
      if (records.length === 0) expect(await storedRows()).toEqual(before);
    });

    if (method === "GET")
      test("HEAD: the headers of GET, no body", async () => {
        const { target } = await validCall(operation);
        // The use of keys is written later, but must not be written between these two.
        await flushUsage();
        const get = await service.call(target, { key: fullCredential(spec) });
        const head = await service.call(target.replace("GET", "HEAD"), { key: fullCredential(spec) });
        expect(head).toMatchObject({ status: 200, text: "" });
        const names = ({ headers }: Answer) => Object.keys(headers).toSorted();
        expect(names(head)).toEqual(names(get));
        expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
      });

    test("the scheme is case-insensitive and may be followed by several spaces", async () => {
      for (const scheme of ["bearer", "BEARER", "Bearer "]) {
        expectSuccess(await call(null, { authorization: `${scheme} ${fullCredential(spec)}` }), spec);
      }
    });

    test("the request id is the caller's if it is valid, otherwise a new one", async () => {
      const id = async (given: string) =>
        (await call(fullCredential(spec), { "x-request-id": given })).headers["x-request-id"];
      expect(await id("abc-1:2.3")).toBe("abc-1:2.3");
      for (const bad of ["a b", "x".repeat(65), '"<>']) expect(await id(bad)).toMatch(/^[\w-]{36}$/);
    });
  });

  describe(`${method} ${route} – no valid credential`, () => {
    test("no key: 401 with a challenge", async () => {
      const answer = await refusedCall(null);
      expectError(answer, 401, "unauthorized");
      expect(answer.headers["www-authenticate"]).toBe('Bearer realm="pets"');
    });

    test("an empty Authorization header: 401", async () => {
      expectError(await refusedCall(null, { authorization: " " }), 401, "unauthorized");
    });

    test("a bad key: 401 with the same body for every kind", async () => {
      const { target, ...rest } = await validCall(operation);
      const before = await storedRows();
      const real = generateKey();
      const wrongChecksum = real.slice(0, -1) + (real.endsWith("0") ? "1" : "0");
      const good = service.key;
      const texts = new Set<string>();
      for (const authorization of [
        ...["Bearer", "Bearer x", `Bearer ${real}`, `Bearer ${wrongChecksum}`, `Bearer ${good}x`, `Bearer ${good} x`],
        ...[`Bearer ${"k".repeat(9_000)}`, `Basic ${good}`, good, "Bearer pet_live_"],
        ...["Bearer web_e30.e30", "Bearer web_", `Bearer ${personToken(admin, "admin")}x`],
      ]) {
        const answer = await service.call(target, { ...rest, key: null, headers: { ...rest.headers, authorization } });
        expectError(answer, 401, "unauthorized");
        expect(answer.headers["www-authenticate"]).toBe('Bearer realm="pets", error="invalid_token"');
        texts.add(answer.text);
      }
      expect(texts.size).toBe(1);
      expect(await storedRows()).toEqual(before);
    });

    test("a browser token that has expired: 401", async () => {
      const expired = personToken(admin, "admin");
      setClock(() => Date.now() + 600_000);
      expectError(await refusedCall(expired), 401, "unauthorized");
    });

    test("a key in a cookie or in the query: 401", async () => {
      const cookie = `token=${service.key}; session=${service.key}`;
      expectError(await refusedCall(null, { cookie }), 401, "unauthorized");
      const { target, ...rest } = await validCall(operation);
      const query = `access_token=${service.key}&key=${service.key}`;
      const withQuery = `${target}${target.includes("?") ? "&" : "?"}${query}`;
      expectError(await service.call(withQuery, { ...rest, key: null }), 401, "unauthorized");
    });
  });

  describe(`${method} ${route} – permissions`, () => {
    type Outcome = "may" | 401 | 403;
    const scope = SCOPE_OF[spec.operationId];
    const only = (...scopes: Scope[]): Outcome => (scopes.some((one) => one === scope) ? "may" : 403);
    const callers: [who: string, outcome: Outcome, credential: () => string | Promise<string>][] = [
      ["a key with every scope", only(...SCOPES), () => newKey()],
      ...SCOPES.map((one): (typeof callers)[number] => [
        `a key with ${one} alone`,
        only(one),
        () => newKey({ scopes: [one] }),
      ]),
      ["a visitor's browser token", only(...VISITOR_SCOPES), visitorToken],
      ["a staff person's browser token", only(...personScopes("staff")), () => personToken(staff)],
      ["an admin's browser token", only(...ALL_SCOPES), () => personToken(admin, "admin")],
      ["the token of an admin who was made staff", only(...personScopes("staff")), () => personToken(demoted, "admin")],
      ["the token of a person with a one-time password", only("pets:read"), () => personToken(newcomer, "admin")],
      // Reading animals needs no look-up, so the token of an ended session can read until it expires.
      [
        "the token of a session that is over",
        scope === "pets:read" ? "may" : 401,
        () => personToken(signedOut, "admin"),
      ],
    ];

    test.each(callers)("%s: %s", async (_who, outcome, credential) => {
      if (outcome === "may") {
        expectSuccess(await call(await credential()), spec);
        return;
      }
      const answer = await refusedCall(await credential());
      expectError(answer, outcome, outcome === 401 ? "unauthorized" : "forbidden");
      expect(answer.headers["www-authenticate"]).toBe(
        outcome === 401
          ? 'Bearer realm="pets", error="invalid_token"'
          : `Bearer realm="pets", error="insufficient_scope", scope="${scope}"`,
      );
    });
  });

  describe(`${method} ${route} – long after signing in`, () => {
    test("an admin's token: only people and keys ask for the password", async () => {
      const { session, token } = await newPerson("admin");
      const createdAt = new Date(Date.now() - 60 * MINUTE_MS);
      await db().session.update({ where: { id: session }, data: { createdAt } });
      if (!/^\/v1\/(keys|people)(?!\/me)/.test(route)) return expectSuccess(await call(token), spec);
      const answer = await refusedCall(token);
      expectError(answer, 403, "password_required");
      expect(answer.headers["www-authenticate"]).toContain('error="insufficient_user_authentication", max_age=3600');
    });
  });

  describe(`${method} ${route} – on a page of another site`, () => {
    test("a browser token: 403", async () => {
      for (const token of [visitorToken(), personToken(admin, "admin")]) {
        for (const origin of ["https://evil.example", "null"])
          expectError(await refusedCall(token, { origin }), 403, "forbidden");
      }
    });

    test("an API key, and a browser token on the site's own page, are accepted", async () => {
      if (isForKeys(spec.scope)) expectSuccess(await call(service.key, { origin: "https://shop.example" }), spec);
      const own = { origin: service.origin.replace("http:", "https:") };
      expectSuccess(await call(personToken(admin, "admin"), own), spec);
    });
  });

  describe(`${method} ${route} – over the limit`, () => {
    test("a key: the last request that fits shows 0 remaining, the next is 429", async () => {
      stopClock();
      const key = await newKey({ plan: "enterprise", perMinute: 1, perDay: 1_000 });
      const first = await call(key);
      // No key can have these scopes, but its requests are counted.
      if (!isForKeys(spec.scope)) expectError(first, 403, "forbidden");
      else expectSuccess(first, spec);
      expect(expectLimits(first)).toMatchObject({ limit: 1, remaining: 0 });
      const second = await refusedCall(key);
      expectError(second, 429, "rate_limited");
      expect(expectLimits(second)).toMatchObject({ limit: 1, remaining: 0 });
      expect(second.headers["retry-after"]).toBe("60");
    });

    const others: [who: string, caller: () => Caller, credential: () => string | null][] = [
      ["a stranger", () => ({ kind: "stranger", reason: "missing" }), () => null],
      ["a visitor", () => ({ kind: "visitor", scopes: VISITOR_SCOPES }), visitorToken],
      ["a staff person", () => callerOf(staff, "staff"), () => personToken(staff)],
      ["an admin", () => callerOf(admin, "admin"), () => personToken(admin, "admin")],
      ["a session that is over", () => callerOf(signedOut, "admin"), () => personToken(signedOut, "admin")],
    ];
    test.each(others)("%s: 429", async (_who, caller, credential) => {
      stopClock();
      await useUp(caller());
      const answer = await refusedCall(credential());
      expectError(answer, 429, "rate_limited");
      expect(expectLimits(answer)).toMatchObject({ limit: LIMIT, remaining: 0 });
    });
  });
}

function callerOf({ id, session }: SignedInPerson, role: Role): Caller {
  return { kind: "person", id, session, scopes: personScopes(role) };
}

/** Charges a caller until the minute's limit is used up. */
async function useUp(caller: Caller): Promise<void> {
  for (let count = 0; count <= LIMIT; count++) {
    if ((await limit(caller, "127.0.0.1", false)).refused !== null) return;
  }
  throw new Error(`${caller.kind} has more than ${LIMIT} requests a minute`);
}
