import { expect, test } from "vitest";
import { trustsHostHeader } from "./first-start";

test.each([
  ["127.0.0.1", undefined, false],
  ["::1", undefined, false],
  ["localhost", undefined, false],
  ["0.0.0.0", undefined, true],
  ["::", undefined, true],
  ["192.0.2.7", undefined, true],
  ["0.0.0.0", "https://pets.example", false],
])("on %s with SITE_URL %s, other machines can choose the origin: %s", (HOST, SITE_URL, expected) => {
  expect(trustsHostHeader({ HOST, SITE_URL })).toBe(expected);
});
