import { describe, expect, test } from "vitest";
import { linkOf } from "../support/answers";
import { suiteService } from "../support/service";

const SITE = "https://pets.example";

describe("with SITE_URL", () => {
  const service = suiteService({ environment: { SITE_URL: `${SITE}/` } });

  test("links use SITE_URL, whatever the Host header says", async () => {
    for (const host of ["", "evil.example"]) {
      const answer = await service.call("GET /v1/pets", host === "" ? {} : { headers: { host } });
      expect(linkOf(answer, "first")?.href).toBe(`${SITE}/v1/pets`);
    }
    const { headers } = await service.call("GET /v1/pets/1");
    expect(headers.link).toContain(`<${SITE}/docs#getPet>; rel="deprecation"`);
  });
});

describe("without SITE_URL", () => {
  const service = suiteService();

  test("links use the Host header", async () => {
    const answer = await service.call("GET /v1/pets", { headers: { host: "Pets.Example:8080" } });
    expect(linkOf(answer, "first")?.href).toBe("http://pets.example:8080/v1/pets");
  });

  test("an invalid Host header is refused", async () => {
    const { status } = await service.call("GET /v1/pets", { headers: { host: "pets.example/x?" } });
    expect(status).toBe(400);
  });
});
