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
  test("an unknown id: 404", async () => {
    for (const id of ["0", "-1", "9223372036854775807", "-9223372036854775808"]) {
      const answer = await service.call(`GET /v1/pets/${id}`);
      expectError(answer, 404, "not_found");
      expectDeprecated(answer);
    }
  });

  test("petId is not an int64: 404", async () => {
    for (const id of [
      ...["abc", "1.0", "1e0", "+1", "%201", "1%00", "__proto__", "9223372036854775808", "9".repeat(5_000), "1%2F2"],
      // Next.js refuses these before any handler.
      ...["%FF", "%"],
    ])
      expectError(await service.call(`GET /v1/pets/${id}`), 404, "not_found");
  });

  test("every response announces the sunset of the operation, but not of the path or the list", async () => {
    const path = `/v1/pets/${pet.id}`;
    const head = await service.call(`HEAD ${path}`);
    expect(head).toMatchObject({ status: 200, text: "" });
    const none = await service.call(`GET ${path}`, { key: null });
    expectError(none, 401, "unauthorized");
    const forbidden = await service.call(`GET ${path}`, { key: await newKey({ scopes: ["pets:write"] }) });
    expectError(forbidden, 403, "forbidden");
    for (const answer of [head, none, forbidden]) expectDeprecated(answer);
    for (const target of [`PUT ${path}`, `OPTIONS ${path}`, "GET /v1/pets"]) {
      const { headers } = await service.call(target);
      expect([headers.deprecation, headers.sunset]).toEqual([undefined, undefined]);
    }
  });

  test("works until the sunset, and answers 410 from then on, while the list still works", async () => {
    setClock(() => SUNSET - 1);
    const last = await service.call(`GET /v1/pets/${pet.id}`);
    expect(expectPet(last, 200)).toEqual(pet);
    expectDeprecated(last);
    for (const time of [SUNSET, SUNSET + 365 * 86_400_000]) {
      setClock(() => time);
      const answer = await service.call(`GET /v1/pets/${pet.id}`);
      expectError(answer, 410, "gone");
      expectDeprecated(answer);
      expectError(await service.call("GET /v1/pets/999999999"), 410, "gone");
      expect(await service.call(`HEAD /v1/pets/${pet.id}`)).toMatchObject({ status: 410, text: "" });
      expect((await service.call("GET /v1/pets")).status).toBe(200);
    }
  });
});
