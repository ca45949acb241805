import { afterEach, expect, test, vi } from "vitest";
import { currentToken, forgetToken } from "./client";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  forgetToken();
});

test("calls at the same moment share one request for a token, the first one and the next", async () => {
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
