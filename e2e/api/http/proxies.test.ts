import { expect, test } from "vitest";
import { expectError, expectLimits } from "../support/answers";
import { suiteService } from "../support/service";

const service = suiteService({ limits: "60,1000", environment: { TRUSTED_PROXIES: "1" } });

/** How many requests are left for an IP address that a proxy names. */
async function remaining(forwardedFor: string): Promise<number | undefined> {
  const answer = await service.call("GET /v1/pets", { key: null, headers: { "x-forwarded-for": forwardedFor } });
  expectError(answer, 401, "unauthorized");
  return expectLimits(answer).remaining;
}

test.each([
  [["203.0.113.9", "203.0.113.9:1024", "6.6.6.6, 203.0.113.9:65535", "[::ffff:203.0.113.9]:80"]],
  [["2001:db8::1", "2001:db8::1", "[2001:DB8:0::2]:1024", "[2001:db8::1]"]],
])("a port in X-Forwarded-For does not change the client's IP address: %j", async (written) => {
  const left: (number | undefined)[] = [];
  for (const text of written) left.push(await remaining(text));
  expect(left).toEqual(written.map((_text, index) => 59 - index));
});
