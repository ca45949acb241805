import { expect, test } from "vitest";
import { growthOf } from "@/lib/testing/work";
import { encodingFor } from "./encoding";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br", "br"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br; q=0.000 , gzip ; q=0.001", "gzip"],
  ["br;q=0", "identity"],
  ["xbr, brx", "identity"],
  [["gzip", "br"], "br"],
])("Accept-Encoding %j selects %s", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test.each([
  ["spaces", (size: number) => `br${" ".repeat(size)}x`],
  ["codings", (size: number) => "br ,".repeat(size / 4)],
  ["codings that are refused", (size: number) => "br;q=0,".repeat(size / 7)],
  ["zeros", (size: number) => `br;q=0.${"0".repeat(size)}${" ".repeat(size)}x`],
])("reading Accept-Encoding is linear: %s", async (_what, input) => {
  expect(await growthOf(1_500, (size) => encodingFor(input(size)))).toBeLessThan(2.5);
});
