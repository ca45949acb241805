import { describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { expectError, expectLimits } from "../support/answers";
import { OPERATIONS, pathOf } from "../support/operations";
import { suiteService } from "../support/service";

// What every path has in common. Operations are in every-operation.test.ts.
const service = suiteService();
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"];

test("the contract's operations have no stability mark, all others have one", () => {
  const stable = OPERATIONS.filter(({ spec }) => spec.isStable).map(({ spec }) => spec.operationId);
  expect(stable.toSorted()).toEqual(["createPet", "getPet", "listPets"]);
});

describe.for(Object.keys(ROUTES))("%s", (route) => {
  const path = pathOf(route);
  const own = OPERATIONS.filter((operation) => operation.route === route).map(({ method }) => method);
  const taken = own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = [...taken, "OPTIONS"].join(", ");

  test("other methods answer 405, with or without a key", async () => {
    for (const [index, method] of METHODS.filter((one) => !taken.includes(one)).entries()) {
      const answer = await service.call(`${method} ${path}`, { key: index % 2 === 0 ? service.key : null });
      expectError(answer, 405, "method_not_allowed", new RegExp(method));
      expect(answer.headers.allow).toBe(allow);
    }
  });

  test("a preflight without a key answers 204, and other origins may use the methods and read the answers", async () => {
    const headers = {
      origin: "https://shop.example",
      "access-control-request-method": taken[0] ?? "",
      "access-control-request-headers": "authorization,if-match",
    };
    const answer = await service.call(`OPTIONS ${path}`, { key: null, headers });
    expectLimits(answer);
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers).toMatchObject({
      allow,
      "access-control-allow-origin": "*",
      "access-control-allow-methods": allow,
    });
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  });
});

test.for([
  ...["/v1", "/v1/", "/v1?x=1", "/v1/store", "/v1/nothing", "/v1/pets/", "/v1/pets/1/", "/v1/pets/1/x", "/v1//pets"],
  ...["/v1/%FF", "/v1/PETS", "/v1/%00", "/v1/__proto__", "/v1/constructor", "/v1/<script>"],
])("the unknown path %s: 404", async (path) => {
  for (const method of ["GET", "POST", "DELETE"])
    expectError(await service.call(`${method} ${path}`), 404, "not_found");
  expect(await service.call(`HEAD ${path}`)).toMatchObject({ status: 404, text: "" });
});

test("other origins may read the headers of answers", async () => {
  const answer = await service.call("GET /v1/pets", { headers: { origin: "https://shop.example" } });
  const exposed = String(answer.headers["access-control-expose-headers"]).toLowerCase().split(/,\s*/);
  expect(exposed).toEqual(
    expect.arrayContaining([
      ...["link", "location", "retry-after", "etag", "x-request-id", "deprecation", "sunset", "x-stability"],
      ...["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit", "ratelimit-policy"],
      "idempotent-replayed",
    ]),
  );
});

test("an absolute request target is accepted", async () => {
  expect((await service.call(`GET ${service.origin}/v1/pets`)).status).toBe(200);
});
