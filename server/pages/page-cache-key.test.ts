import { expect, test } from "vitest";
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
