import { describe, expect, test } from "vitest";
import { Telephone } from "./text";

describe("Telephone", () => {
  test.each(["12345", "+44 20 7946 0123", "(020) 7946-0123", "030/123.45", "1".repeat(40)])("%j is one", (text) => {
    expect(Telephone.parse(text)).toBe(text);
  });

  test.each(["", "abc", "1234", "+44 20 7946 0123 ext 5", "12345\n", "٠١٢٣٤٥", "1".repeat(41), "-".repeat(40)])(
    "%j is none",
    (text) => {
      expect(Telephone.safeParse(text).success).toBe(false);
    },
  );
});
