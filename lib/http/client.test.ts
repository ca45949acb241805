import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { currentToken, forgetToken, readAnswer } from "./client";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  forgetToken();
});

test("simultaneous calls share one request for a token, even for a renewed one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let requests = 0;
  vi.stubGlobal("fetch", async () =>
    Response.json({ token: `token ${++requests}`, expiresAt: Date.now() + 60_000, isVisitor: true }),
  );
  expect(await Promise.all([currentToken(), currentToken()])).toEqual(["token 1", "token 1"]);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await Promise.all([currentToken(), currentToken()])).toEqual(["token 2", "token 2"]);
  expect(await currentToken()).toBe("token 2");
});

test.each([
  [429, "rate_limited", 429],
  [413, "payload_too_large", 413],
  [418, "bad_request", 400],
  [500, "internal", 500],
  [502, "unavailable", 503],
])(
  "a refusal %i whose body is not the API's is %s by its status, and keeps its headers",
  async (from, code, status) => {
    for (const body of ["<h1>Refused</h1>", '{"code":"odd"}']) {
      const refusal = new Response(body, { status: from, headers: { "Retry-After": "7" } });
      await expect(readAnswer(refusal, z.unknown())).rejects.toMatchObject({
        code,
        status,
        headers: { "retry-after": "7" },
      });
    }
  },
);

test("a success that cannot be read is unavailable, but a 204 has nothing to read", async () => {
  await expect(readAnswer(new Response("<h1>Hi</h1>"), z.unknown())).rejects.toMatchObject({ code: "unavailable" });
  expect((await readAnswer(new Response(null, { status: 204 }), z.undefined())).data).toBeUndefined();
});
