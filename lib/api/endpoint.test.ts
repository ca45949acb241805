import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { db } from "../database/client";
import { logFailure } from "../database/health";
import { joinedTransaction } from "../database/transaction";
import { DomainError } from "../domain";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { withIdempotencyKey } from "../idempotency/store";
import { generateKey, hashKey } from "../keys/format";
import { findKeyByHash, type KnownKey, listLiveHashes } from "../keys/secret-store";
import { recordBan, recordUse } from "../keys/usage-store";
import { closeLimiter } from "../limits/limiter";
import { findSignedIn } from "../people/session-store";
import { setClock } from "../process/clock";
import { parseEnv } from "../process/env";
import { setSettings } from "../process/settings";
import type { Scope } from "../scopes";
import { NoBody } from "../values/schemas";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../values/time";
import { mintBrowserToken, personScopes, VISITOR, VISITOR_SCOPES } from "./browser-token";
import { actorOf, authorOf, selfOf } from "./caller";
import { ADMIN, endpoint, router } from "./endpoint";
import { respondUnreadable } from "./respond";
import type { AnySpec } from "./spec";

// Loading Prisma would take longer than the tests.
vi.mock("../database/client", () => ({ db: vi.fn() }));
vi.mock("../database/health", () => ({ logFailure: vi.fn() }));
vi.mock("../idempotency/store", () => ({ findAnswer: vi.fn(), withIdempotencyKey: vi.fn() }));
vi.mock("../keys/secret-store", () => ({ findKeyByHash: vi.fn(), listLiveHashes: vi.fn(async () => []) }));
vi.mock("../keys/usage-store", async (actual) => ({
  ...(await actual<object>()),
  recordUse: vi.fn(),
  recordBan: vi.fn(),
}));
vi.mock("../people/session-store", () => ({ findSignedIn: vi.fn() }));

let time = 0;
const SETTINGS = { AUTH_SECRET: "0".repeat(64), STRANGER_LIMIT: "5,1000", BAN_STRIKES: "1", BAN_FORGIVEN_SECONDS: "0" };
beforeEach(() => {
  // The next noon, so that no cached key is used.
  time = (Math.floor(time / DAY_MS) + 1.5) * DAY_MS;
  setClock(() => time);
  setSettings(parseEnv(SETTINGS));
});
afterEach(async () => {
  await closeLimiter();
  vi.clearAllMocks();
});

const tokenOf = (claims: Parameters<typeof mintBrowserToken>[0]) => `Bearer ${mintBrowserToken(claims).token}`;
const bearer = (scopes = VISITOR_SCOPES) => tokenOf({ sub: VISITOR, scopes });
const person = (session = "s") => tokenOf({ sub: "ada", session, scopes: personScopes("admin") });

/** The keys of the database, by their hash. */
const stored = new Map<string, KnownKey>();
vi.mocked(findKeyByHash).mockImplementation(async (hash) => stored.get(hash.toString("base64")) ?? null);
const nameOf = (key: string) => hashKey(key).toString("base64");
function addKey(more: Partial<KnownKey> = {}): string {
  const key = generateKey();
  const none = { minute: 0, minuteCount: 0, day: 0, dayCount: 0, ban: null };
  const limits = { limit: { perMinute: 9, perDay: 90 }, stored: none };
  stored.set(nameOf(key), { kind: "key", id: key, scopes: ["pets:read"], expiresAt: Infinity, ...limits, ...more });
  return key;
}

function request(method: string, headers: Record<string, string> = {}, more: Partial<Incoming> = {}): Incoming {
  const all: Record<string, string> = { authorization: bearer(), ...headers };
  return {
    method,
    host: "x",
    path: "/v1/x",
    search: "",
    address: "192.0.2.3",
    header: (name) => all[name] ?? null,
    read: async () => Buffer.from("{}"),
    readParts: async () => [],
    ...more,
  };
}

const headersOf = ({ headers }: { headers: string[] }) =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]]] : [])));

const example = (more: Partial<AnySpec> = {}) =>
  endpoint<z.ZodMiniObject, z.ZodMiniObject, z.ZodMiniType, z.ZodMiniType>({
    operationId: "example",
    summary: "An example",
    description: "It is an example.",
    scope: "pets:read",
    returns: NoBody,
    status: 204,
    handle: async () => ({ data: undefined }),
    ...more,
  } as AnySpec);

/** Sends a request to an operation like this, and returns its answer with the headers and the body as objects. */
async function send(spec: Partial<AnySpec>, headers: Record<string, string> = {}, more: Partial<Incoming> = {}) {
  const { method = "GET" } = more;
  const routes = { "/v1/x": { [method === "HEAD" ? "GET" : method]: example(spec) } };
  const answer = await router(routes)(request(method, headers, more));
  return { ...answer, headers: headersOf(answer), body: answer.body && JSON.parse(answer.body) };
}

describe("who may do what", () => {
  const MISSING = 'Bearer realm="pets"';
  const INVALID = `${MISSING}, error="invalid_token"`;
  const LONG_AGO = `${MISSING}, error="insufficient_user_authentication", max_age=3600`;
  const lacks = (scope: Scope) => `${MISSING}, error="insufficient_scope", scope="${scope}"`;
  const ADMIN_CLAIMS = JSON.stringify({ sub: VISITOR, scopes: ["admin"], exp: Infinity });
  const forge = (token: string) => token.replace(/_.*\./, `_${Buffer.from(ADMIN_CLAIMS).toString("base64url")}.`);
  const sessionless = () => tokenOf({ sub: "ada", scopes: VISITOR_SCOPES } as never);
  const later = (token: string, ms: number) => {
    time += ms;
    return token;
  };

  test.each<[what: string, authorization: () => string, scope: Scope, status: number, challenge?: string]>([
    ["an empty credential", () => " ", "pets:read", 401, MISSING],
    ["another scheme", () => `Basic ${addKey()}`, "pets:read", 401, INVALID],
    ["two credentials", () => `${bearer()} x`, "pets:read", 401, INVALID],
    ["a credential that is too long", () => person("s".repeat(1_000)), "pets:read", 401, INVALID],
    ["any spelling of the scheme", () => bearer().replace("Bearer", "bEARER "), "pets:read", 204],
    ["a visitor", () => bearer(), "orders:read", 403, lacks("orders:read")],
    ["a token that was changed", () => forge(bearer()), "admin", 401, INVALID],
    ["a token with more behind it", () => `${bearer()}.x`, "pets:read", 401, INVALID],
    ["half a signature", () => bearer().slice(0, -9), "pets:read", 401, INVALID],
    ["a token of another kind", () => "Bearer web_x", "pets:read", 401, INVALID],
    ["a token in its last moment", () => later(bearer(), 10 * MINUTE_MS - 1), "pets:read", 204],
    ["a token after ten minutes", () => later(bearer(), 10 * MINUTE_MS), "pets:read", 401, INVALID],
    ["a person without a session", sessionless, "pets:read", 401, INVALID],
    ["a key", () => `Bearer ${addKey()}`, "pets:read", 204],
    ["a key that may do more", () => `Bearer ${addKey({ scopes: ["orders:read"] })}`, "orders:read", 204],
    ["a key without the scope", () => `Bearer ${addKey()}`, "pets:write", 403, lacks("pets:write")],
    ["a key with a scope of people", () => `Bearer ${addKey({ scopes: ["admin"] })}`, "admin", 403, lacks("admin")],
    ["an expired key", () => `Bearer ${addKey({ expiresAt: time })}`, "pets:read", 401, INVALID],
    ["an unknown key", () => `Bearer ${generateKey()}`, "pets:read", 401, INVALID],
    ["something else", () => "Bearer pet_live_x", "pets:read", 401, INVALID],
  ])("%s", async (_what, authorization, scope, status, challenge) => {
    const answer = await send({ scope }, { authorization: authorization() });
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([status, challenge]);
  });

  test("nothing is read for a request without a credential", async () => {
    const answer = await send({}, {}, { header: () => null });
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, MISSING]);
    expect(findKeyByHash).not.toHaveBeenCalled();
  });

  test.each<[what: string, session: object | null, spec: Partial<AnySpec>, status: number, challenge?: string]>([
    ["signed in", {}, { scope: "orders:read" }, 204],
    ["signed out", null, { scope: "orders:read" }, 401, INVALID],
    ["signed out and reads animals", null, { scope: "pets:read" }, 401, INVALID],
    ["with a password to change", { mustChangePassword: true }, { scope: "orders:read" }, 403, lacks("orders:read")],
    ["no admin any more", { role: "staff" }, { scope: "admin" }, 403, lacks("admin")],
    ["no admin", { role: "staff" }, { scope: "orders:read" }, 204],
    ["an admin who signed in a day ago", { hours: 24 }, { scope: "admin" }, 204],
    ["an admin who signed in within the hour", { hours: 0.99 }, ADMIN, 204],
    ["an admin who signed in an hour ago", { hours: 1 }, ADMIN, 403, LONG_AGO],
  ])("a person who is %s", async (_what, session, spec, status, challenge) => {
    const { hours = 0, ...more } = { ...session } as { hours?: number };
    const since = new Date(time - hours * HOUR_MS);
    vi.mocked(findSignedIn).mockResolvedValue(session && { role: "admin", mustChangePassword: false, since, ...more });
    const answer = await send(spec, { authorization: person() });
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([status, challenge]);
    expect(findSignedIn).toHaveBeenCalledWith("ada", "s");
  });

  test("pages of other sites cannot use a token, but a key", async () => {
    const from = (authorization: string, origin: string) => send({}, { authorization, origin });
    const { status, body } = await from(bearer(), "https://other.example");
    expect([status, body.message]).toEqual([403, "This token works only on the site's own pages"]);
    expect((await from(bearer(), "http://x")).status).toBe(204);
    expect((await from(`Bearer ${addKey()}`, "https://other.example")).status).toBe(204);
  });

  test("keys and people can be authors of changes, but only people can be actors of admins' changes", () => {
    const ada = { kind: "person", id: "p", session: "s", scopes: [] } as const;
    expect(authorOf(ada)).toEqual({ kind: "person", id: "p" });
    expect(actorOf(ada)).toEqual({ kind: "admin", personId: "p" });
    expect(selfOf(ada)).toEqual({ kind: "self", personId: "p" });
    const key = [...stored.values()][0] as KnownKey;
    expect(authorOf(key)).toEqual({ kind: "key", id: key.id });
    expect(() => actorOf(key)).toThrow("a key cannot be an actor");
    expect(personScopes("admin").filter((scope) => !personScopes("staff").includes(scope))).toEqual(["admin"]);
    for (const caller of [{ kind: "visitor", scopes: [] } as const, { kind: "stranger", reason: "missing" } as const]) {
      expect(() => authorOf(caller)).toThrow(`a ${caller.kind} cannot be an author`);
      expect(() => actorOf(caller)).toThrow(`a ${caller.kind} cannot be an actor`);
    }
  });
});

describe("keys", () => {
  const use = async (key: string, address = "192.0.2.3") =>
    (await send({}, { authorization: `Bearer ${key}` }, { address })).status;

  test("a key is looked up once in a second, as long as it is valid", async () => {
    const key = addKey({ expiresAt: time + 2_500 });
    expect(await Promise.all([use(key), use(key)])).toEqual([204, 204]);
    time += 999;
    expect(await use(key)).toBe(204);
    expect(findKeyByHash).toHaveBeenCalledTimes(1);
    time += 1;
    expect(await use(key)).toBe(204);
    expect(findKeyByHash).toHaveBeenCalledTimes(2);
    stored.delete(nameOf(key));
    time += 999;
    expect(await use(key)).toBe(204);
    time += 1;
    expect(await use(key)).toBe(401);
    const again = addKey({ expiresAt: time + 500 });
    expect(await use(again)).toBe(204);
    time += 500;
    expect(await use(again)).toBe(401);
  });

  test("an unknown key is looked up once in a second, and one with a typing error never", async () => {
    const key = addKey();
    const known = stored.get(nameOf(key)) as KnownKey;
    stored.delete(nameOf(key));
    expect(await use(key)).toBe(401);
    stored.set(nameOf(key), known);
    time += 999;
    expect(await use(key)).toBe(401);
    expect(findKeyByHash).toHaveBeenCalledTimes(1);
    time += 1;
    expect(await use(key)).toBe(204);
    expect(await use(`${generateKey().slice(0, -6)}aaaaaa`)).toBe(401);
    expect(findKeyByHash).toHaveBeenCalledTimes(2);
  });

  test("made-up keys of an address over its limit are not looked up, and its valid keys keep working", async () => {
    const [used, listed] = [addKey(), addKey()];
    expect(await use(used)).toBe(204);
    time += 1_000;
    for (let sent = 0; sent < 5; sent++) expect(await use(generateKey())).toBe(401);
    vi.mocked(findKeyByHash).mockClear();
    vi.mocked(listLiveHashes).mockImplementation(async () => [nameOf(listed)]);
    expect(await use(generateKey())).toBe(429);
    expect(await use(generateKey())).toBe(429);
    expect(listLiveHashes).toHaveBeenCalledTimes(1);
    expect(findKeyByHash).not.toHaveBeenCalled();
    expect([await use(listed), await use(used)]).toEqual([204, 204]);
    expect(listLiveHashes).toHaveBeenCalledTimes(1);
    time += 1_000;
    expect(await use(generateKey())).toBe(429);
    expect(listLiveHashes).toHaveBeenCalledTimes(2);
    expect(await use(generateKey(), "192.0.2.9")).toBe(401);
  });

  test("each kind of caller has its limit, and the use of keys is recorded", async () => {
    const limitOf = async (authorization: string, address = "192.0.2.3") =>
      (await send({}, { authorization }, { address })).headers["x-ratelimit-limit"];
    const key = addKey();
    const callers = [`Bearer ${key}`, "", bearer(), person()];
    expect(await Promise.all(callers.map((caller) => limitOf(caller)))).toEqual(["9", "5", "300", "1000"]);
    expect(recordUse).toHaveBeenCalledTimes(1);
    expect(recordUse).toHaveBeenCalledWith(key, expect.objectContaining({ refused: null }), false);
  });

  test("who keeps sending after a 429 is banned once, in words that say for how long", async () => {
    const key = addKey({ limit: { perMinute: 1, perDay: 9 } });
    const said: string[] = [];
    for (let sent = 0; sent < 4; sent++) {
      const { body } = await send({}, { authorization: `Bearer ${key}` });
      said.push(body && `${body.code}: ${body.message}`);
    }
    const message =
      "key_suspended: This API key is banned because it kept sending requests after a 429. Try again in 60 seconds";
    const limited = "rate_limited: The rate limit of 1 requests is exceeded. Try again in 60 seconds";
    expect(said).toEqual([null, limited, message, message]);
    expect(recordBan).toHaveBeenCalledTimes(1);
  });
});

describe("answers", () => {
  const Text = z.object({ text: z.string() });
  const said = { returns: Text, status: 200, handle: async () => ({ data: { text: "Zoë" } }) } as const;

  test("a body has its length in bytes, HEAD and 204 have none, and every answer has the common headers", async () => {
    const got = await send(said);
    const common = {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringMatching(/^Link, .*X-RateLimit-Reset, .*ETag, Change-Set$/),
      "cache-control": "private, no-cache",
      vary: "Authorization",
      "x-content-type-options": "nosniff",
      "x-stability": "experimental",
    };
    expect(got).toMatchObject({ status: 200, body: { text: "Zoë" } });
    expect(got.headers).toMatchObject({ ...common, "content-type": "application/json", "content-length": "15" });
    const head = await send(said, {}, { method: "HEAD" });
    expect([head.status, head.body, head.headers["content-length"]]).toEqual([200, null, "15"]);
    const none = await send({ isStable: true });
    const { "x-stability": _, ...always } = common;
    expect(none).toMatchObject({ status: 204, body: null, headers: always });
    expect(Object.keys(none.headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^content-|^x-stab/)]));
  });

  test.each(["a-B_c.1:2", "x".repeat(64)])("the request id %s is kept", async (id) => {
    expect((await send({}, { "x-request-id": id })).headers["x-request-id"]).toBe(id);
  });

  test.each(["", "a b", "x".repeat(65), "x\ny"])("instead of the request id %j there is a new one", async (id) => {
    expect((await send({}, { "x-request-id": id })).headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  });

  test("a handler may add links to pages, a location and a version, and refuse with data", async () => {
    const more = { location: "/v1/x/7", etag: 7n, page: { next: "n", prev: null } };
    const spec = { ...said, query: z.object({ limit: z.optional(z.string()) }) };
    const data = { text: "A" };
    const full = await send({ ...spec, handle: async () => ({ data, ...more }) }, {}, { search: "limit=2&x=1" });
    expect(full.headers).toMatchObject({
      ...{ location: "/v1/x/7", etag: '"7"' },
      link: '<http://x/v1/x?limit=2&cursor=n>; rel="next", <http://x/v1/x?limit=2>; rel="first"',
    });
    const refused = await send({ ...spec, handle: async () => ({ data, ...more, isRefused: true }) });
    expect(refused).toMatchObject({ status: 409, body: data, headers: { "cache-control": "no-store" } });
    for (const name of ["link", "location", "etag"]) expect(refused.headers).not.toHaveProperty(name);
  });

  test("a deprecated operation says since when and until when, and then it is gone", async () => {
    const [since, sunset] = [new Date(time - 500), new Date(time + 1)];
    const deprecated = { since, sunset, documentation: "/docs#x", successor: "/v1/y" };
    const key = addKey();
    const answer = await send({ deprecated }, { authorization: `Bearer ${key}` });
    expect(answer).toMatchObject({ status: 204 });
    expect(answer.headers).toMatchObject({
      deprecation: `@${time / 1_000 - 1}`,
      sunset: sunset.toUTCString(),
      link: '<http://x/docs#x>; rel="deprecation"; type="text/html", <http://x/v1/y>; rel="successor-version"',
    });
    expect(recordUse).toHaveBeenCalledWith(key, expect.anything(), true);
    time++;
    expect(await send({ deprecated })).toMatchObject({ status: 410, body: { code: "gone" } });
  });

  const UNAVAILABLE = "The service is not available right now. Try again in a few seconds";
  const NUL = "The request has a character that cannot be stored, such as U+0000";
  const INTERNAL = "Something went wrong on our side. Quote the request id when you report it";
  test.each<[thrown: unknown, body: object, headers: object]>([
    [new ApiError("not_found", "No", { A: "b" }), { code: "not_found", message: "No", status: 404 }, { a: "b" }],
    [new DomainError("conflict", "No", 7), { code: "conflict", message: "No", status: 409 }, { "retry-after": "7" }],
    [
      new DomainError("forbidden", "No"),
      { code: "forbidden", message: "No", status: 403 },
      { "www-authenticate": 'Bearer realm="pets", error="insufficient_scope", scope="pets:read"' },
    ],
    [{ code: "22021" }, { code: "bad_request", message: NUL, status: 400 }, {}],
    [{ code: "08006" }, { code: "unavailable", message: UNAVAILABLE, status: 503 }, { "retry-after": "5" }],
    [new Error("secret"), { code: "internal", message: INTERNAL, status: 500 }, {}],
  ])("a handler that throws %o", async (thrown, body, headers) => {
    const answer = await send({ handle: () => Promise.reject(thrown) });
    expect(answer).toMatchObject({ headers: { "cache-control": "no-store", ...headers } });
    expect(answer.body).toEqual(body);
    const given = Object.keys(answer.headers).filter((name) => ["retry-after", "www-authenticate"].includes(name));
    expect(given).toEqual(Object.keys(headers).filter((name) => name !== "a"));
  });

  test("only failures are logged, with the id of the request", async () => {
    await send({ handle: () => Promise.reject(new DomainError("conflict", "No")) });
    expect(logFailure).not.toHaveBeenCalled();
    const broken = new Error("secret");
    await send({ handle: () => Promise.reject(broken) }, { "x-request-id": "r1" });
    expect(logFailure).toHaveBeenCalledExactlyOnceWith("request failed", broken, { requestId: "r1" });
  });

  test("a request without a valid target gets 400 and the limits of a stranger", () => {
    const answer = respondUnreadable("192.0.2.3");
    expect(JSON.parse(answer.body ?? "")).toEqual({
      code: "bad_request",
      message: "The request target or the Host header is not valid",
      status: 400,
    });
    expect(headersOf(answer)).toMatchObject({ "x-ratelimit-limit": "5", "x-ratelimit-remaining": "5" });
  });
});

describe("routes", () => {
  const echo = example({
    params: z.object({ id: z.string() }),
    status: 200,
    returns: z.string(),
    handle: async ({ params }) => ({ data: params.id }),
  });
  const answer = router({
    "/v1/x": { GET: example(), DELETE: example() },
    "/v1/x/[id]": { POST: echo },
    "/v1/x/[id]/y": { GET: example() },
  });

  test.each([
    ["GET", "/v1/x", 204, null],
    ["HEAD", "/v1/x", 204, null],
    ["POST", "/v1/x/a%2Fb", 200, '"a/b"'],
    ["GET", "/v1/x/a/y", 204, null],
  ])("%s %s is %i", async (method, path, status, body) => {
    expect(await answer(request(method, {}, { path }))).toMatchObject({ status, body });
  });

  const unknown = ["/v1", "/v1//x", "/v1/__proto__", "/v1/x/", "/v1/x/%", "/v1/x/a/z", `/v1/x/a/y${"/".repeat(20)}`];
  test.each(unknown)("there is nothing at %s", async (path) => {
    expect((await answer(request("GET", {}, { path }))).status).toBe(404);
    expect((await answer(request("OPTIONS", {}, { path }))).status).toBe(404);
  });

  test("another method is refused, and OPTIONS says which there are, without being counted", async () => {
    const wrong = await answer(request("PROPFIND-IS-MUCH-TOO-LONG"));
    expect([wrong.status, headersOf(wrong).allow]).toEqual([405, "GET, HEAD, DELETE, OPTIONS"]);
    const message = "PROPFIND-IS-MUCH-TOO is not allowed here; use GET, HEAD, DELETE, OPTIONS";
    expect(JSON.parse(wrong.body ?? "")).toMatchObject({ message });
    expect((await answer(request("HEAD", {}, { path: "/v1/x/a" }))).status).toBe(405);
    const options = await answer(request("OPTIONS", { "x-request-id": "r1" }));
    expect(options).toMatchObject({ status: 204, body: null });
    expect(headersOf(options)).toMatchObject({
      ...{ allow: "GET, HEAD, DELETE, OPTIONS", "access-control-allow-methods": "GET, HEAD, DELETE, OPTIONS" },
      "access-control-allow-headers": "Authorization, Content-Type, X-Request-Id, Idempotency-Key, If-Match, Confirm",
      ...{ "access-control-max-age": "86400", "x-request-id": "r1", "x-ratelimit-remaining": "5" },
    });
  });
});

describe("what is sent", () => {
  test("a required If-Match that is missing is 428, and the versions are given to the handler", async () => {
    const handle = vi.fn(async () => ({ data: undefined }));
    const missing = await send({ precondition: "required", handle });
    expect(missing.body).toMatchObject({ code: "precondition_required", status: 428 });
    expect((await send({ precondition: "optional", handle })).status).toBe(204);
    await send({ precondition: "required", handle }, { "if-match": '"7"' });
    const given = handle.mock.calls.map(([input]: { ifMatch?: unknown }[]) => input?.ifMatch);
    expect(given).toEqual([null, [7n]]);
    expect((await send({ handle }, { "if-match": '"7"' })).body).toMatchObject({ code: "bad_request", status: 400 });
  });

  test("the version of what is locked is compared in the transaction of the change", async () => {
    const handle = vi.fn(async () => ({ data: undefined }));
    const lock = vi.fn(async () => 7n);
    const $transaction = async (action: (tx: object) => unknown) => action({});
    vi.mocked(db).mockReturnValue({ $transaction } as never);
    const call = (headers: Record<string, string>) =>
      send({ precondition: "optional", lock, handle }, headers, { method: "DELETE" });
    expect((await call({ "if-match": '"6"' })).body).toMatchObject({ code: "precondition_failed", status: 412 });
    expect(handle).not.toHaveBeenCalled();
    expect((await call({ "if-match": '"7"' })).status).toBe(204);
    expect((await call({})).status).toBe(204);
    expect(lock).toHaveBeenCalledTimes(2);
  });

  const Body = z.object({ n: z.optional(z.bigint()) });
  const KEYED = { body: Body };
  const post = (spec: Partial<AnySpec>, key: string, body = "{}", authorization = person()) => {
    const headers = { authorization, "idempotency-key": key, "content-type": "application/json" };
    return send(spec, headers, { method: "POST", read: async () => Buffer.from(body) });
  };

  test("a request with an Idempotency-Key is performed once, in its transaction", async () => {
    const handle = vi.fn(async () => ({ data: void expect(joinedTransaction()).toBe("tx") }));
    vi.mocked(withIdempotencyKey).mockImplementation(async (_key, perform) => {
      return { ...(await perform("tx" as never)), isReplayed: true };
    });
    const answer = await post({ ...KEYED, handle }, "a");
    expect(answer).toMatchObject({ status: 204, headers: { "idempotent-replayed": "true" } });
    expect(handle).toHaveBeenCalledOnce();
    expect(withIdempotencyKey).toHaveBeenLastCalledWith(expect.anything(), expect.any(Function), false, undefined);
    await post({ ...KEYED, idempotent: "secret", timeoutMs: 7 }, "a");
    expect(withIdempotencyKey).toHaveBeenLastCalledWith(expect.anything(), expect.any(Function), true, 7);
  });

  test.each([
    ['"a b"', "a b"],
    [' "a\\"\\\\" ', 'a"\\'],
    ['a"', 'a"'],
    ["x".repeat(255), "x".repeat(255)],
    ...["", '""', "x".repeat(256), "é", "a\tb"].map((key) => [key, undefined]),
  ])("the Idempotency-Key %s is %s", async (sent, key) => {
    const { body } = await post(KEYED, sent ?? "");
    expect(vi.mocked(withIdempotencyKey).mock.calls[0]?.[0].key).toBe(key);
    if (key === undefined)
      expect(body.message).toBe("Idempotency-Key must be 1 to 255 printable ASCII characters, in double quotes or not");
  });

  test("the same key means the same request only with the same owner, operation and body", async () => {
    const key = addKey();
    const spec = { ...KEYED, scope: "pets:read" } as const;
    await post(spec, "a", '{"n":1}');
    await post(spec, "a", '{"n":2}');
    await post(spec, "a", '{"n":1}', `Bearer ${key}`);
    await post({ ...spec, operationId: "other" }, "a", '{"n":1}');
    const [one, two, three, four] = vi.mocked(withIdempotencyKey).mock.calls.map(([name]) => name);
    expect([one?.owner, three?.owner]).toEqual(["person:ada", `key:${key}`]);
    expect(one?.fingerprint).toEqual(three?.fingerprint);
    for (const other of [two, four]) expect(other?.fingerprint).not.toEqual(one?.fingerprint);
  });

  test("an operation that changes nothing refuses the key, and so does one that a visitor calls", async () => {
    const refused = { code: "bad_request", message: "This operation takes no Idempotency-Key" };
    expect((await post({ ...KEYED, idempotent: "none" }, "a")).body).toMatchObject(refused);
    expect((await send({}, { "idempotency-key": "a" })).body).toMatchObject(refused);
    expect((await post(KEYED, "a", "{}", bearer())).body.message).toMatch(/^An Idempotency-Key belongs to/);
    expect(withIdempotencyKey).not.toHaveBeenCalled();
  });

  const upload = {
    ...{ mediaTypes: ["image/png"], maxBytes: 4, timeoutMs: 1, pace: { bytes: 1, ms: 1 } },
    admit: async () => {},
    convert: async ([first]: readonly Uint8Array[]) => first?.length,
  };
  test.each<[what: string, headers: Record<string, string>, parts: Uint8Array[] | null, status: number]>([
    ["fits", { "content-length": "4" }, [Buffer.from("abcd")], 204],
    ["is too long, as it says", { "content-length": "5" }, [], 413],
    ["is too long", {}, null, 413],
    ["is empty", {}, [], 400],
    ["is of another type", { "content-type": "image/gif" }, [Buffer.from("a")], 415],
  ])("an upload that %s", async (_what, headers, parts, status) => {
    const sent = { "content-type": "image/png", ...headers };
    const answer = await send({ upload }, sent, { method: "POST", readParts: async () => parts });
    expect(answer.status).toBe(status);
  });

  test("a caller has half of the room for uploads, and gives it back", async () => {
    const waiting = Promise.withResolvers<Uint8Array[]>();
    const start = (authorization: string) => {
      const headers = { authorization, "content-type": "image/png" };
      return send({ upload }, headers, { method: "POST", readParts: () => waiting.promise });
    };
    const first = Array.from({ length: 6 }, () => start(person()));
    await vi.waitFor(async () => expect((await start(person())).status).toBe(503));
    const other = start(`Bearer ${addKey()}`);
    waiting.resolve([Buffer.from("a")]);
    expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual(Array(7).fill(204));
    expect((await start(person())).status).toBe(204);
  });
});

const STRICT = {
  operationId: "changeExample",
  summary: "Changes an example",
  description: "It changes nothing.",
  scope: "pets:read",
  params: z.object({ id: z.literal("1", "No such example") }),
  query: z.object({ limit: z.optional(z.literal("1", "must be 1")) }),
  body: z.strictObject({ name: z.string("must be a string") }),
  bodyBytes: 20,
  precondition: "required",
  returns: NoBody,
  status: 204,
  handle: async () => ({ data: undefined }),
} as const;

test("of several mistakes, the first in the order of docs/contract.md is reported", async () => {
  const deprecated = { since: new Date(0), sunset: new Date(time), documentation: "/docs", successor: "/v1/y" };
  const process = router({
    "/v1/[id]": { PUT: endpoint(STRICT) },
    "/v1/removed/[id]": { PUT: endpoint({ ...STRICT, deprecated }) },
  });

  const headers: Record<string, string> = { "content-type": "text/plain", "idempotency-key": "é", "if-match": "7" };
  const sent = {
    method: "POST",
    host: "no host",
    address: "192.0.2.1",
    path: "/v1/nothing/at/all",
    search: "limit=2",
    body: `{"name":7,"more":"${"x".repeat(20)}"}`,
  };
  const read = async (maxBytes: number) => (sent.body.length > maxBytes ? null : Buffer.from(sent.body));
  const send = () => process({ ...request(sent.method), ...sent, header: (name) => headers[name] ?? null, read });

  const mistakes: [message: RegExp, repair: () => unknown][] = [
    [/Host/, () => (sent.host = "x")],
    [/rate limit/, () => (sent.address = "192.0.2.2")],
    [/nothing at this path/, () => (sent.path = "/v1/removed/2")],
    [/not allowed here/, () => (sent.method = "PUT")],
    [/operation was removed/, () => (sent.path = "/v1/2")],
    [/valid API key/, () => (headers.authorization = bearer([]))],
    [/permission/, () => (headers.authorization = bearer())],
    [/No such example/, () => (sent.path = "/v1/1")],
    [/limit must be 1/, () => (sent.search = "")],
    [/Content-Type/, () => (headers["content-type"] = "application/json")],
    [/at most 20 bytes/, () => (sent.body = '{"name":7}')],
    [/name must be a string/, () => (sent.body = '{"name":"x"}')],
    [/Idempotency-Key/, () => delete headers["idempotency-key"]],
    [/If-Match must be/, () => delete headers["if-match"]],
    [/If-Match is required/, () => (headers["if-match"] = "*")],
  ];
  for (let count = 0; count < 5; count++) await send();
  const statuses: number[] = [];
  for (const [message, repair] of mistakes) {
    const { status, body } = await send();
    expect(JSON.parse(body ?? "")).toMatchObject({ status, message: expect.stringMatching(message) });
    statuses.push(status);
    repair();
  }
  expect(statuses).toEqual(orderInContract());
  expect((await send()).status).toBe(204);
});

/** Returns the statuses of the checks, in the order of docs/contract.md, up to what depends on stored data. */
function orderInContract(): number[] {
  const contract = readFileSync("docs/contract.md", "utf8");
  const [, order = ""] = /first failed check wins, in this order:(.*?)and last what/s.exec(contract) ?? [];
  return (order.match(/\b\d{3}\b/g) ?? []).map(Number);
}
