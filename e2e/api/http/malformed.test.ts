import { describe, expect, test } from "vitest";
import { sendRaw } from "../../testing/network";
import { suiteService } from "../support/service";

const service = suiteService();

const raw = (text: string) => sendRaw(Number(new URL(service.origin).port), text);

describe("malformed HTTP", () => {
  const get = (target: string, host = "a.example", more = "") =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;
  const cases: [name: string, bytes: string, status: number][] = [
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["headers of 20 KB", get("/v1/pets", "a.example", `X-Long: ${"x".repeat(20_000)}\r\n`), 431],
    ["a Host header with a space", get("/v1/pets", "a b"), 400],
    ["a Host header with a path", get("/v1/pets", "a.example/x"), 400],
    ["two Host headers", get("/v1/pets", "a.example", "Host: b.example\r\n"), 400],
    ["the same Host header twice", get("/v1/pets", "a.example", "Host: a.example\r\n"), 400],
    ["a Host header with a port above 65535", get("/v1/pets", "a.example:65536"), 400],
    ["two different lengths", get("/v1/pets", "a", "Content-Length: 1\r\nContent-Length: 2\r\n"), 400],
    ["a header with a NUL", get("/v1/pets", "a.example", "X-Nul: a\0b\r\n"), 400],
    ["a backslash in the path", get("/v1/pets\\1"), 400],
  ];
  for (const [name, bytes, status] of cases) {
    test(`${name}: ${status}`, async () => {
      const answer = await raw(bytes);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toEqual({ code: "bad_request", message: expect.any(String), status });
    });
  }

  test("an Upgrade to another protocol is ignored", async () => {
    const answer = await raw(get("/v1/pets", "a.example", "Upgrade: websocket\r\n").replace("close", "Upgrade, close"));
    expect(answer.status).toBe(401);
  });

  test("the method TRACE: 405", async () => {
    expect((await service.call("TRACE /v1/pets")).status).toBe(405);
  });
});
