import { describe, expect, test } from "vitest";
import { ConverterOutput } from "./convert";

const PICTURES = ["one", "2", "three", "\n\n"];
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const head = (sizes: readonly unknown[]) => line({ width: 4, height: 3, sizes });
const WHOLE = head(PICTURES.map(({ length }) => length)) + PICTURES.join("");

/** Adds a string in pieces of this size, until one is refused. */
function collect(text: string, size = text.length) {
  const output = new ConverterOutput();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) if (!output.add(bytes.subarray(at, at + size))) return "refused";
  return output.finish();
}

describe("ConverterOutput", () => {
  test("returns the pictures, in whatever pieces they arrive", () => {
    const [small, medium, large, card] = PICTURES.map((text) => Buffer.from(text));
    const files = { "320.webp": small, "640.webp": medium, "1280.webp": large, "card.jpg": card };
    for (let size = 1; size <= WHOLE.length; size++) {
      expect(collect(WHOLE, size)).toEqual({ width: 4, height: 3, files });
    }
  });

  test("returns why the photo was refused", () => {
    expect(collect(line({ refused: "pixels" }))).toEqual({ refused: "pixels" });
  });

  test.each([
    ["nothing", ""],
    ["a line without an end", line({ refused: "pixels" }).trim()],
    ["the line alone", head([1, 1, 1, 1])],
    ["all but the last byte", WHOLE.slice(0, -1)],
  ])("%s is not complete", (_what, text) => {
    expect(collect(text)).toBeNull();
  });

  test.each([
    ["a byte too many", `${WHOLE}x`],
    ["a refusal with pictures", `${line({ refused: "pixels" })}x`],
    ["an endless line", "x".repeat(2_000)],
    ["a line that is no JSON", "oops\n"],
    ["a line with other members", line({ width: 4 })],
    ["three pictures", head([1, 1, 1])],
    ["a picture of 0 bytes", head([1, 1, 1, 0])],
    ["a negative size", head([1, 1, 1, -1])],
    ["a size that is no integer", head([1, 1, 1, 1.5])],
    ["pictures of 33 MB", head([33 * 1024 * 1024, 1, 1, 1])],
  ])("%s is refused at once", (_what, text) => {
    expect(collect(text)).toBe("refused");
    expect(collect(text, 1)).toBe("refused");
  });
});
