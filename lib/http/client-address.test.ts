import { expect, test, vi } from "vitest";
import { forgetSingletons } from "../process/singleton";
import { addressBlocks, findClientAddress, widestBlock } from "./client-address";

test.each<[peer: string | undefined, forwardedFor: string | undefined, hops: number, client: string]>([
  ["192.0.2.1", "203.0.113.9", 0, "192.0.2.1"],
  ["10.0.0.1", "6.6.6.6, 203.0.113.9", 1, "203.0.113.9"],
  ["10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
  ["10.0.0.1", "203.0.113.9", 3, "203.0.113.9"],
  ["10.0.0.1", undefined, 1, "10.0.0.1"],
  ["10.0.0.1", "<script>", 1, "10.0.0.1"],
  [undefined, undefined, 0, "unknown"],
  // On a socket for both kinds of addresses.
  ["::ffff:192.0.2.1", undefined, 0, "192.0.2.1"],
  ["2001:db8::1", undefined, 0, "2001:db8::1"],
])("from %s, with X-Forwarded-For %s and %i trusted proxies, the client is %s", (peer, forwardedFor, hops, client) => {
  expect(findClientAddress(peer, forwardedFor, hops)).toBe(client);
});

test.each([
  ["203.0.113.9:51000", "203.0.113.9"],
  ["[2001:db8::1]:51000", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["[::FFFF:cb00:7109]:51000", "203.0.113.9"],
])("X-Forwarded-For %s means the client %s", (written, address) => {
  expect(findClientAddress("10.0.0.1", `6.6.6.6, ${written}`, 1)).toBe(address);
});

test.each(["203.0.113:80", "203.0.113.9:", "203.0.113.9:123456", "[2001:db8::1", "1:2:3", "[::1::2]", "203.0.113.256"])(
  "%s is not an IP address, so that of the connection counts",
  (written) => {
    expect(findClientAddress("::ffff:10.0.0.1", written, 1)).toBe("10.0.0.1");
  },
);

test("X-Forwarded-For without trusted proxies is logged once, with the setting to change", () => {
  forgetSingletons("forwarded-for-warning");
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  findClientAddress("192.0.2.1", undefined, 0);
  findClientAddress("192.0.2.1", "203.0.113.9", 1);
  expect(write).not.toHaveBeenCalled();
  for (let count = 0; count < 3; count++) findClientAddress("192.0.2.1", "203.0.113.9", 0);
  const lines = write.mock.calls.map(([line]) => String(line));
  write.mockRestore();
  expect(lines).toEqual([expect.stringMatching(/"warn".*set TRUSTED_PROXIES/)]);
});

test("IPv6 addresses are counted by their /64, /56 and /48, others as they are", () => {
  const blocks = (address: string) => addressBlocks(address).map(({ block }) => block);
  const expected = ["2001:db8:1:2a3::/64", "2001:db8:1:200::/56", "2001:db8:1:0::/48"];
  expect(blocks("2001:db8:1:2a3:3:4:5:6")).toEqual(expected);
  expect(blocks("2001:0DB8:0001:02A3::ffff")).toEqual(expected);
  expect(addressBlocks("::1").map(({ factor }) => factor)).toEqual([1, 4, 16]);
  expect(blocks("2001:db8::1")).toEqual(["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0:0::/48"]);
  expect(widestBlock("2001:db8:1:2a3::1")).toBe("2001:db8:1:0::/48");
  for (const address of ["::ffff:192.0.2.7", "192.0.2.7"]) {
    expect(addressBlocks(address)).toEqual([{ block: "192.0.2.7", factor: 1 }]);
  }
  expect(blocks("unknown")).toEqual(["unknown"]);
});
