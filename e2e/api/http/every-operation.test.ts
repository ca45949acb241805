import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mintBrowserToken, personScopes, VISITOR, VISITOR_SCOPES } from "@/lib/api/browser-token";
import { takesKey } from "@/lib/api/read-idempotency-key";
import type { AnySpec } from "@/lib/api/spec";
import { db } from "@/lib/database/client";
import { generateKey } from "@/lib/keys/format";
import { flushUsage } from "@/lib/keys/usage-store";
import { setConverter } from "@/lib/pets/photos/convert";
import { setClock } from "@/lib/process/clock";
import { SCOPES } from "@/lib/scopes";
import { DAY_MS, HOUR_MS } from "@/lib/values/time";
import { expectCommon, expectError, expectLimits } from "../support/answers";
import { credentialFor, OPERATIONS, type Operation, PREPARED, scopeNeeded, validCall } from "../support/operations";
import { convertQuickly } from "../support/photo-suite";
import { lastRecords, RECORDS, recordsAfter, setsAfter, storedRows } from "../support/records";
import { type Answer, newKey, newPerson, personToken, type SignedInPerson, suiteService } from "../support/service";

// What all operations have in common. Invalid requests are in every-operation-invalid.test.ts. service.ts also compares
// each answer with the OpenAPI document.
const service = suiteService();
/** Yesterday, so that no window ends while a test counts requests. */
const NOON = (Math.floor(Date.now() / DAY_MS) - 0.5) * DAY_MS;

let staff: SignedInPerson;
let admin: SignedInPerson;
/** Signed in an hour ago. */
let returning: SignedInPerson;
const keyWith: Record<string, string> = {};

beforeAll(async () => {
  convertQuickly();
  [staff, admin, returning] = [await newPerson(), await newPerson("admin"), await newPerson("admin")];
  const createdAt = new Date(Date.now() - HOUR_MS);
  await db().session.update({ where: { id: returning.session }, data: { createdAt } });
  for (const scope of SCOPES) keyWith[scope] = await newKey({ scopes: [scope] });
});
afterEach(() => setClock(null));
afterAll(() => setConverter(null));

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

test("VALID_CALLS has only operations of the API, and RECORDS exactly those that are not GET", () => {
  const idsOf = (operations: typeof OPERATIONS) => operations.map(({ spec }) => spec.operationId).toSorted();
  expect(idsOf(OPERATIONS)).toEqual(expect.arrayContaining(PREPARED));
  expect(Object.keys(RECORDS).toSorted()).toEqual(idsOf(OPERATIONS.filter(({ method }) => method !== "GET")));
});

describe.for(OPERATIONS)("$method $route", (operation) => {
  const { method, route, spec } = operation;
  const scope = scopeNeeded(operation) ?? "";
  const isSensitive = /^\/v1\/(keys|people)(?!\/me)/.test(route);

  test(`answers ${spec.status ?? 200} with the schema of the operation, and records who did what`, async () => {
    const caller = isSensitive ? admin : returning;
    const send = await prepare(operation);
    const [last, before] = [await lastRecords(), await storedRows()];
    const answer = await send(personToken(caller, "admin"), { origin: service.origin });
    expectSuccess(answer, spec);
    const sets = await setsAfter(last);
    expect(answer.headers["change-set"]).toEqual(sets.length > 0 ? sets.join(", ") : ADDITIONS[spec.operationId]);
    const records = await recordsAfter(last, caller);
    expect(records).toEqual(RECORDS[spec.operationId] ?? []);
    if (records.length === 0) expect(await storedRows()).toEqual(before);
  });

  if (takesKey(method, spec))
    test("repeated with its Idempotency-Key, it has the same answer", async () => {
      const send = await prepare(operation);
      const sendOnce = () => send(personToken(admin, "admin"), { "idempotency-key": spec.operationId });
      const first = await sendOnce();
      expectSuccess(first, spec);
      const before = await storedRows();
      const again = await sendOnce();
      if (spec.idempotent === "secret") {
        expectError(again, 409, "conflict");
        const key = { where: { key: spec.operationId } };
        expect(await db().idempotencyKey.findMany(key)).toMatchObject([{ body: "" }]);
      } else {
        expect(again).toMatchObject({ status: first.status, text: first.text });
        expect(again.headers["idempotent-replayed"]).toBe("true");
        for (const name of ["location", "etag", "change-set"]) expect(again.headers[name]).toBe(first.headers[name]);
      }
      expect(await storedRows()).toEqual(before);
    });

  if (method === "GET")
    test("HEAD: the headers of GET, no body", async () => {
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

  const isRead = OPERATIONS.some((other) => other.route === route && other.method === "GET");
  if (isRead && ["PUT", "PATCH"].includes(method))
    test("what was read can be changed and sent back, and sent again it changes nothing", async () => {
      const { target, body, headers } = await validCall(operation);
      const key = personToken(admin, "admin");
      const read = await service.call(target.replace(/^\w+/, "GET"), { key });
      // The numbers of a plan cannot be set.
      const { perMinute: _, perDay: __, ...all } = JSON.parse(read.text);
      const sent = { ...all, ...JSON.parse(String(body)) };
      const send = (more?: object) =>
        service.call(target, { key, body: JSON.stringify(sent), headers: { ...headers, ...more } });
      const changed = await send();
      expectSuccess(changed, spec);
      const before = await lastRecords();
      const { etag } = changed.headers;
      expect(await send({ "if-match": etag })).toMatchObject({ status: 200, text: changed.text, headers: { etag } });
      expect(await lastRecords()).toEqual(before);
    });

  // The version of one's own name is in no answer, and ending sessions makes no new one.
  const isRaced = spec.precondition && !["changeOwnName", "endSessions"].includes(spec.operationId);
  if (isRaced && ["PUT", "PATCH", "DELETE"].includes(method))
    test("of several requests with one version at once, one succeeds", async () => {
      const { target, headers, ...rest } = await validCall(operation);
      const key = personToken(admin, "admin");
      const read = isRead ? await service.call(target.replace(/^\w+/, "GET"), { key }) : null;
      const call = { ...rest, key, headers: { ...headers, "if-match": read?.headers.etag ?? '"1"' } };
      const answers = await Promise.all(Array.from({ length: 10 }, () => service.call(target, call)));
      const [success, ...others] = answers.sort((one, other) => one.status - other.status);
      expect(success?.status).toBe(spec.status ?? 200);
      // What was removed is not found, whatever its version.
      for (const answer of others) expect([404, 412]).toContain(answer.status);
    });

  test("who may call it, and who is refused, also over the limit, which changes nothing", async () => {
    const realm = 'Bearer realm="pets"';
    const forbidden = `403 forbidden ${realm}, error="insufficient_scope", scope="${scope}"`;
    const only = (scopes: readonly string[]) => (scopes.includes(scope) ? "may" : forbidden);
    const callers: [who: string, outcome: string, credential: string | null, headers?: Record<string, string>][] = [
      ["a stranger", `401 unauthorized ${realm}`, null],
      ["an unknown key", `401 unauthorized ${realm}, error="invalid_token"`, generateKey()],
      ...SCOPES.map((one): (typeof callers)[number] => [`a key with ${one}`, only([one]), keyWith[one] ?? ""]),
      ["a visitor", only(VISITOR_SCOPES), mintBrowserToken({ sub: VISITOR, scopes: VISITOR_SCOPES }).token],
      ["staff", only(personScopes("staff")), personToken(staff)],
      ["an admin on another site", forbidden, personToken(admin, "admin"), { origin: "https://evil.example" }],
    ];
    if (isSensitive) {
      const again = `403 password_required ${realm}, error="insufficient_user_authentication", max_age=3600`;
      callers.push(["an admin who signed in an hour ago", again, personToken(returning, "admin")]);
    }
    const mayCall = callers.filter(([, outcome]) => outcome === "may");
    const others = callers.filter(([, outcome]) => outcome !== "may");
    const limited = await newKey({ plan: "enterprise", perMinute: 1, perDay: 1_000_000 });
    const send = await prepare(operation);
    const before = await storedRows();
    const found: Record<string, string> = {};
    for (const [who, outcome, credential, headers] of others) {
      const answer = await send(credential, headers);
      const [status, code = ""] = outcome.split(" ");
      expectError(answer, Number(status), code);
      found[who] = `${status} ${code} ${answer.headers["www-authenticate"]}`;
    }
    expect(found).toEqual(Object.fromEntries(others));
    setClock(() => NOON);
    await service.call("GET /v1/nothing", { key: limited });
    const over = await send(limited);
    setClock(null);
    expectError(over, 429, "rate_limited");
    expect(expectLimits(over)).toMatchObject({ limit: 1, remaining: 0 });
    expect(over.headers["retry-after"]).toBe("60");
    expect(await storedRows()).toEqual(before);
    for (const [who, _outcome, credential, headers] of mayCall) {
      const sendValid = await prepare(operation);
      expect((await sendValid(credential, headers)).status, who).toBe(spec.status ?? 200);
    }
  });
});

/** Additions that are their own records. */
const ADDITIONS: Readonly<Record<string, unknown>> = {
  createPet: expect.stringMatching(/^pet-\d+$/),
  createApplication: expect.stringMatching(/^application-[\da-f-]{36}$/),
};
