import { describe, expect, test } from "vitest";
import { sendRaw } from "../../testing/network";
import { linkOf } from "../support/answers";
import { suiteService } from "../support/service";

const SITE = "https://pets.example";

describe("with SITE_URL", () => {
  const service = suiteService({ environment: { SITE_URL: `${SITE}/` } });

  test("links use SITE_URL, whatever the Host header says", async () => {
    const answer = await service.call("GET /v1/pets", { headers: { host: "evil.example" } });
    expect(linkOf(answer, "first")?.href).toBe(`${SITE}/v1/pets`);
    const { headers } = await service.call("GET /v1/pets/1");
    expect(headers.link).toContain(`<${SITE}/docs/getPet>; rel="deprecation"`);
  });
});

describe("without SITE_URL", () => {
  const service = suiteService();
  const raw = (text: string) => sendRaw(Number(new URL(service.origin).port), text);
  const get = (target: string, host = "a.example", more = "") =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;

  test("links use the Host header", async () => {
    const answer = await service.call("GET /v1/pets", { headers: { host: "Pets.Example:8080" } });
    expect(linkOf(answer, "first")?.href).toBe("http://pets.example:8080/v1/pets");
  });

  // More invalid hosts are in server/http/server.test.ts.
  test.for<[name: string, bytes: string, status: number]>([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["headers of 20 KB", get("/v1/pets", "a.example", `X-Long: ${"x".repeat(20_000)}\r\n`), 431],
    ["a Host header with a path", get("/v1/pets", "a.example/x"), 400],
    ["two Host headers", get("/v1/pets", "a.example", "Host: b.example\r\n"), 400],
    ["two different lengths", get("/v1/pets", "a", "Content-Length: 1\r\nContent-Length: 2\r\n"), 400],
    ["a header with a NUL", get("/v1/pets", "a.example", "X-Nul: a\0b\r\n"), 400],
    ["a backslash in the path", get("/v1/pets\\1"), 400],
  ])("malformed HTTP, %s: %i", async ([_name, bytes, status]) => {
    const answer = await raw(bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ code: "bad_request", message: expect.any(String), status });
  });
});
