import { expect, test, vi } from "vitest";
import { forgetSingletons } from "../process/singleton";
import { addressBlocks, findClientAddress, widestBlock } from "./client-address";

test("without trusted proxies X-Forwarded-For is ignored", () => {
  expect(findClientAddress("192.0.2.1", "203.0.113.9", 0)).toBe("192.0.2.1");
});

test("as many entries are trusted as there are trusted proxies", () => {
  expect(findClientAddress("10.0.0.1", "6.6.6.6, 203.0.113.9", 1)).toBe("203.0.113.9");
  expect(findClientAddress("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2)).toBe("203.0.113.9");
  expect(findClientAddress("10.0.0.1", "203.0.113.9", 3)).toBe("203.0.113.9");
  expect(findClientAddress("10.0.0.1", undefined, 1)).toBe("10.0.0.1");
});

test("an invalid IP address is ignored", () => {
  expect(findClientAddress("10.0.0.1", "<script>", 1)).toBe("10.0.0.1");
  expect(findClientAddress(undefined, undefined, 0)).toBe("unknown");
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

test("the connection's IP address is the same on a socket for IPv4 and on one for both", () => {
  expect(findClientAddress("::ffff:192.0.2.1", undefined, 0)).toBe("192.0.2.1");
  expect(findClientAddress("2001:db8::1", undefined, 0)).toBe("2001:db8::1");
});

test("X-Forwarded-For without trusted proxies is logged once, with the setting to change", () => {
  forgetSingletons("forwarded-for-warning");
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    findClientAddress("192.0.2.1", undefined, 0);
    findClientAddress("192.0.2.1", "203.0.113.9", 1);
    expect(write).not.toHaveBeenCalled();
    for (let count = 0; count < 3; count++) findClientAddress("192.0.2.1", "203.0.113.9", 0);
    expect(write).toHaveBeenCalledOnce();
    expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toMatchObject({
      level: "warn",
      message: expect.stringContaining("set TRUSTED_PROXIES"),
    });
  } finally {
    write.mockRestore();
  }
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
