import { describe, expect, test } from "vitest";
import { readOutput } from "./convert";

const PICTURES = ["", "one", "2", "three", "\n\n"].map((text) => `${text}.`);
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const head = (sizes: readonly unknown[]) => line({ width: 4, height: 3, sizes });
const WHOLE = head(PICTURES.map(({ length }) => length)) + PICTURES.join("");

describe("the output of the converter", () => {
  test("has the pictures", () => {
    const [thumb, small, medium, large, card] = PICTURES.map((text) => Buffer.from(text));
    const files = { "96.webp": thumb, "320.webp": small, "640.webp": medium, "1280.webp": large, "card.jpg": card };
    expect(readOutput(Buffer.from(WHOLE))).toEqual({ width: 4, height: 3, files });
  });

  test("says why the photo was refused", () => {
    expect(readOutput(Buffer.from(line({ refused: "pixels" })))).toEqual({ refused: "pixels" });
  });

  test.each([
    ["nothing", ""],
    ["a line without an end", line({ refused: "pixels" }).trim()],
    ["the line alone", head([1, 1, 1, 1, 1])],
    ["all but the last byte", WHOLE.slice(0, -1)],
    ["a byte too many", `${WHOLE}x`],
    ["a line that is no JSON", "oops\n"],
    ["a line with other members", line({ width: 4 })],
    ["four pictures", `${head([1, 1, 1, 1])}abcd`],
    ["a picture of 0 bytes", `${head([1, 1, 1, 1, 0])}abcd`],
    ["a negative size", `${head([1, 1, 1, 1, -1])}abc`],
    ["a size that is no integer", head([1, 1, 1, 1, 1.5])],
  ])("is refused: %s", (_what, text) => {
    expect(readOutput(Buffer.from(text))).toBeNull();
  });
});
