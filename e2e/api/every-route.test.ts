import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { generateKey } from "@/lib/keys/format";
import { SCOPES } from "@/lib/scopes";
import { expectCommon, expectError, expectLimits } from "./answers";
import { newKey, newPerson, onNext, suiteService } from "./service";

const service = suiteService();
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const PARAMETERS: Record<string, string> = { "[petId]": "1", "[keyId]": "key_none", "[personId]": "nobody" };

const routes = Object.entries(ROUTES).map(([name, methods]) => ({
  path: name.replace(/\[\w+\]/g, (parameter) => PARAMETERS[parameter] ?? parameter),
  name,
  operations: METHODS.flatMap((method) => {
    const spec = methods[method]?.spec;
    return spec ? [{ method, spec }] : [];
  }),
}));
const operations = routes.flatMap((route) => route.operations.map((operation) => ({ ...route, ...operation })));

test("the routes that the server mounts are those of app/v1", () => {
  const files = readdirSync("app/v1", { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith("/route.ts") && !path.startsWith("[...path]/"));
  const expected = files.map((path) => `/v1/${path.slice(0, -"/route.ts".length)}`);
  expect(routes.map((route) => route.name).sort()).toEqual(expected.sort());
  const inContract = operations.filter(({ spec }) => !spec.stability).map(({ spec }) => spec.operationId);
  expect(inContract.sort()).toEqual(["createPet", "getPet", "listPets"]);
});

for (const { method, name, path, spec } of operations) {
  describe(`${method} ${name}`, () => {
    const body = method === "GET" ? {} : { body: `{"name":"A","categoryId":1}` };
    /** A credential that has no scope but this one. */
    const withScope = async (more: Parameters<typeof newKey>[0] = {}) =>
      spec.scope === "admin" ? (await newPerson("admin")).token : newKey({ ...more, scopes: [spec.scope] });
    const call = (key: string | null, headers: Record<string, string> = {}) =>
      service.call(`${method} ${path}`, { ...body, key, headers });

    test("no key", async () => {
      const answer = await call(null);
      expectError(answer, 401, "unauthorized");
      expect(answer.headers["www-authenticate"]).toBe('Bearer realm="pets"');
    });

    test("an empty Authorization header", async () => {
      expectError(await call(null, { authorization: " " }), 401, "unauthorized");
    });

    test("a bad key: the same body for every kind", async () => {
      const real = generateKey();
      const wrongChecksum = real.slice(0, -1) + (real.endsWith("0") ? "1" : "0");
      const credentials = ["Bearer", "Bearer x", `Bearer ${real}`, `Bearer ${wrongChecksum}`, `Bearer ${service.key}x`];
      const others = [`Bearer ${"k".repeat(9_000)}`, `Basic ${service.key}`, service.key, `Bearer ${service.key} x`];
      const texts = new Set<string>();
      for (const authorization of [
        ...credentials,
        ...others,
        "Bearer pet_live_",
        "Bearer web_e30.e30",
        "Bearer web_",
      ]) {
        const answer = await call(null, { authorization });
        expectError(answer, 401, "unauthorized");
        expect(answer.headers["www-authenticate"]).toBe('Bearer realm="pets", error="invalid_token"');
        texts.add(answer.text);
      }
      expect(texts.size).toBe(1);
    });

    test("a key in a cookie or in the query is no key", async () => {
      expectError(await call(null, { cookie: `token=${service.key}; session=${service.key}` }), 401, "unauthorized");
      const query = `?access_token=${service.key}&key=${service.key}`;
      expectError(await service.call(`${method} ${path}${query}`, { ...body, key: null }), 401, "unauthorized");
    });

    test("the scheme is case-insensitive", async () => {
      for (const scheme of ["bearer", "BEARER", "Bearer "]) {
        expect((await call(null, { authorization: `${scheme} ${service.key}` })).status).not.toBe(401);
      }
    });

    test("a key without the scope", async () => {
      const answer = await call(await newKey({ scopes: SCOPES.filter((scope) => scope !== spec.scope) }));
      expectError(answer, 403, "forbidden", new RegExp(spec.scope));
      expect(answer.headers["www-authenticate"]).toBe(
        `Bearer realm="pets", error="insufficient_scope", scope="${spec.scope}"`,
      );
    });

    test("a key with only this scope", async () => {
      expect((await call(await withScope())).status).not.toBe(403);
    });

    test("over the limit, with a key", async () => {
      const key = await newKey({ plan: "enterprise", perMinute: 1, perDay: 1_000 });
      expectLimits(await call(key));
      const answer = await call(key);
      expectError(answer, 429, "rate_limited");
      expect(expectLimits(answer)).toMatchObject({ limit: 1, remaining: 0 });
    });

    test("what goes beyond the contract carries a stability mark", async () => {
      const answer = await call(await withScope());
      if (answer.status < 300) expect(answer.headers["x-stability"]).toBe(spec.stability);
    });

    test("the request id is the caller's when it is harmless, ours otherwise", async () => {
      expect((await call(service.key, { "x-request-id": "abc-1:2.3" })).headers["x-request-id"]).toBe("abc-1:2.3");
      for (const bad of ["a b", "x".repeat(65), '"<>']) {
        const answer = await call(service.key, { "x-request-id": bad });
        expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
      }
    });
  });
}

for (const { name, path, operations: own } of routes) {
  const names = own.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = [...names, "OPTIONS"].join(", ");

  describe(name, () => {
    let before = 0;
    beforeAll(async () => {
      before = await service.count();
    });

    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", ...(onNext ? [] : ["PROPFIND", "QUERY", "MKCOL"])]) {
      if (names.includes(method)) continue;
      test(`wrong method ${method}`, async () => {
        const answer = await service.call(`${method} ${path}`);
        expectError(answer, 405, "method_not_allowed", new RegExp(method));
        expect(answer.headers.allow).toBe(allow);
        expect(await service.count()).toBe(before);
      });
    }

    test("OPTIONS, a preflight without a key", async () => {
      const headers = {
        origin: "https://shop.example",
        "access-control-request-method": own[0]?.method ?? "GET",
        "access-control-request-headers": "authorization,content-type",
      };
      const answer = await service.call(`OPTIONS ${path}`, { key: null, headers });
      expectLimits(answer);
      expect(answer).toMatchObject({ status: 204, text: "" });
      expect(answer.headers.allow).toBe(allow);
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      expect(answer.headers["access-control-allow-methods"]).toContain(own[0]?.method);
      expect(answer.headers["access-control-allow-headers"]).toMatch(/authorization.*content-type/i);
      expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    });

    test("CORS: what a page of another origin may read", async () => {
      const answer = await service.call(`GET ${path}`, { headers: { origin: "https://shop.example" } });
      expectCommon(answer);
      const exposed = String(answer.headers["access-control-expose-headers"]).toLowerCase().split(/,\s*/);
      expect(exposed).toEqual(
        expect.arrayContaining([
          ...["link", "location", "retry-after", "deprecation", "sunset"],
          ...["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"],
        ]),
      );
    });
  });
}

describe("unknown paths under /v1", () => {
  for (const path of [
    ...["/v1", "/v1/", "/v1?x=1", "/v1/store/orders", "/v1/nothing", "/v1/pets/", "/v1/pets/1/", "/v1/pets/1/x"],
    ...(onNext ? [] : ["/v1//pets", "/v1/%FF"]),
    ...["/v1/PETS", "/v1/%00", "/v1/__proto__", "/v1/constructor", "/v1/<script>"],
  ]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      test(`${method} ${path}`, async () => {
        expectError(await service.call(`${method} ${path}`), 404, "not_found");
      });
    }
  }

  test("HEAD /v1/nothing has no body", async () => {
    expect(await service.call("HEAD /v1/nothing")).toMatchObject({ status: 404, text: "" });
  });

  test.skipIf(onNext)("an absolute request target", async () => {
    expect((await service.call(`GET ${service.origin}/v1/pets`)).status).toBe(200);
  });
});
