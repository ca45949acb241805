import { expect, test } from "vitest";
import { trustsHostHeader } from "./first-start";

test.each([
  ["127.0.0.1", undefined, 0, false],
  ["::1", undefined, 0, false],
  ["localhost", undefined, 0, false],
  ["0.0.0.0", undefined, 0, true],
  ["::", undefined, 0, true],
  ["192.0.2.7", undefined, 0, true],
  ["0.0.0.0", "https://pets.example", 0, false],
  ["127.0.0.1", undefined, 1, true],
  ["127.0.0.1", "https://pets.example", 1, false],
])(
  "on %s with SITE_URL %s and %i proxies, other machines can choose the origin: %s",
  (HOST, SITE_URL, TRUSTED_PROXIES, expected) => {
    expect(trustsHostHeader({ HOST, SITE_URL, TRUSTED_PROXIES })).toBe(expected);
  },
);
