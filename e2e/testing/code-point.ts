import fc from "fast-check";

/** Any character. The unit "binary" of fast-check does the same, but takes a second to begin. */
export const codePoint = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
