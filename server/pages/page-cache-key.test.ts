import { expect, test } from "vitest";
import { growthOf, LINEAR } from "@/e2e/testing/growth";
import { hasSession, pageCacheKey } from "./page-cache";

test.each([
  ["better-auth.session_token=x", true],
  ["theme=dark; __Secure-better-auth.session_token=x", true],
  ["SESSION=1", true],
  ["theme=session; language=auth", false],
  ["session", false],
  ["", false],
])("the cookies %j may belong to a signed-in person: %s", (cookie, expected) => {
  expect(hasSession(cookie)).toBe(expected);
});

test.each([
  ["cookies", (size: number) => hasSession("auth".repeat(size / 4))],
  ["many cookies", (size: number) => hasSession("auth;".repeat(size / 5))],
  [
    "the query of a list",
    (size: number) => pageCacheKey({ method: "GET", url: `/?${"a&".repeat(size / 2)}`, headers: {} } as never),
  ],
  [
    "a filter that is repeated",
    (size: number) => pageCacheKey({ method: "GET", url: `/?${"good=&".repeat(size / 6)}`, headers: {} } as never),
  ],
])("reading %s is linear", async (_what, task) => {
  expect(await growthOf(20_000, task)).toBeLessThan(LINEAR);
});

test.each([
  ["/?kind=dog", "/?kind=dog"],
  ["/?kind=", "/"],
  ["/?kind=dragon", "/"],
  ["/?kind=dog&q=Bud", null],
  ["/animals/12?from=mail", "/animals/12"],
  ["/animals/-9223372036854775808", "/animals/-9223372036854775808"],
  ["/animals/012", null],
  ["/animals/12345678901234567890", null],
  ["/animals/12/apply", null],
])("%s is cached as %s", (url, key) => {
  expect(pageCacheKey({ method: "GET", url, headers: {} } as never)).toBe(key);
});
