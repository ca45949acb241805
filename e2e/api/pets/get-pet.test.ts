import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { setClock } from "@/lib/process/clock";
import { expectError, expectPet, linkOf, type PetAnswer } from "../support/answers";
import { type Answer, newKey, suiteService } from "../support/service";

const service = suiteService();
const SUNSET = Date.UTC(2030, 11, 5);
let pet: PetAnswer;

beforeAll(async () => {
  const body = `{"name":"Biscuit","categoryId":9223372036854775807,"status":"sold"}`;
  pet = expectPet(await service.call("POST /v1/pets", { body }), 201);
});
afterEach(() => setClock(null));

function expectDeprecated(answer: Answer): void {
  const since = /^@(\d+)$/.exec(String(answer.headers.deprecation))?.[1];
  expect(Number(since) * 1000, "deprecated since a date that has come").toBeLessThan(Date.now());
  expect(answer.headers.sunset).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
  expect(linkOf(answer, "successor-version")?.href).toBe(`${service.origin}/v1/pets`);
  expect(linkOf(answer, "deprecation")?.origin).toBe(service.origin);
}

describe("GET /v1/pets/{petId}", () => {
  test("an existing animal: 200", async () => {
    const answer = await service.call(`GET /v1/pets/${pet.id}`);
    expect(expectPet(answer, 200)).toEqual(pet);
    expectDeprecated(answer);
  });

  test("HEAD: the headers of GET, no body", async () => {
    const answer = await service.call(`HEAD /v1/pets/${pet.id}`);
    expect(answer).toMatchObject({ status: 200, text: "" });
    expectDeprecated(answer);
  });

  for (const id of ["0", "-1", "999999999", "9223372036854775807", "-9223372036854775808"]) {
    test(`the unknown id ${id}: 404`, async () => {
      const answer = await service.call(`GET /v1/pets/${id}`);
      expectError(answer, 404, "not_found");
      expectDeprecated(answer);
    });
  }

  for (const id of [
    ...["abc", "1.5", "1.0", "1e0", "0x1", "+1", "%201", "1%20", "1n", "null", "NaN", "%00", "1%00", "__proto__"],
    ...["9223372036854775808", "-9223372036854775809", "9".repeat(5_000), "1%2F2", "%D9%A1", "'%20OR%201=1", "-"],
    // Next.js refuses these before any handler.
    ...["%FF", "%"],
  ]) {
    test(`petId is "${id.slice(0, 30)}", not an int64: 404`, async () => {
      expectError(await service.call(`GET /v1/pets/${id}`), 404, "not_found");
    });
  }

  test("every response announces the sunset of the operation, but not of the path", async () => {
    const path = `/v1/pets/${pet.id}`;
    const none = await service.call(`GET ${path}`, { key: null });
    expectError(none, 401, "unauthorized");
    expectDeprecated(none);
    const forbidden = await service.call(`GET ${path}`, { key: await newKey({ scopes: ["pets:write"] }) });
    expectError(forbidden, 403, "forbidden");
    expectDeprecated(forbidden);
    const wrong = await service.call(`PUT ${path}`);
    expectError(wrong, 405, "method_not_allowed");
    expect(wrong.headers.deprecation).toBeUndefined();
    const options = await service.call(`OPTIONS ${path}`, { key: null });
    expect(options.headers.deprecation).toBeUndefined();
    expectDeprecated(await service.call(`HEAD ${path}`));
  });

  test("the list is not deprecated", async () => {
    const { headers } = await service.call("GET /v1/pets");
    expect(headers.deprecation).toBeUndefined();
    expect(headers.sunset).toBeUndefined();
  });

  test("works one millisecond before the sunset", async () => {
    setClock(() => SUNSET - 1);
    const answer = await service.call(`GET /v1/pets/${pet.id}`);
    expect(expectPet(answer, 200)).toEqual(pet);
    expectDeprecated(answer);
  });

  for (const [when, at] of [
    ["from the sunset on", SUNSET],
    ["a year after the sunset", SUNSET + 365 * 86_400_000],
  ] as const) {
    test(`${when} it answers 410, and the list still works`, async () => {
      setClock(() => at);
      const answer = await service.call(`GET /v1/pets/${pet.id}`);
      expectError(answer, 410, "gone");
      expectDeprecated(answer);
      expectError(await service.call("GET /v1/pets/999999999"), 410, "gone");
      expect(await service.call(`HEAD /v1/pets/${pet.id}`)).toMatchObject({ status: 410, text: "" });
      expect((await service.call("GET /v1/pets")).status).toBe(200);
    });
  }
});
