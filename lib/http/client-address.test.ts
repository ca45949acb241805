import { expect, test } from "vitest";
import { addressBlock, findClientAddress } from "./client-address";

test("without trusted proxies X-Forwarded-For proves nothing", () => {
  expect(findClientAddress("192.0.2.1", "203.0.113.9", 0)).toBe("192.0.2.1");
});

test("so many entries are believed as there are trusted proxies", () => {
  expect(findClientAddress("10.0.0.1", "6.6.6.6, 203.0.113.9", 1)).toBe("203.0.113.9");
  expect(findClientAddress("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2)).toBe("203.0.113.9");
  expect(findClientAddress("10.0.0.1", "203.0.113.9", 3)).toBe("203.0.113.9");
  expect(findClientAddress("10.0.0.1", undefined, 1)).toBe("10.0.0.1");
});

test("what is no address is not believed", () => {
  expect(findClientAddress("10.0.0.1", "<script>", 1)).toBe("10.0.0.1");
  expect(findClientAddress(undefined, undefined, 0)).toBe("unknown");
});

test("IPv6 is counted by its /64", () => {
  expect(addressBlock("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(addressBlock("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
  expect(addressBlock("2001:0DB8:0001:0002::ffff")).toBe("2001:db8:1:2::/64");
  expect(addressBlock("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(addressBlock("::1")).toBe("0:0:0:0::/64");
  expect(addressBlock("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(addressBlock("192.0.2.7")).toBe("192.0.2.7");
});
