import localFont from "next/font/local";

/**
 * Fraunces with soft corners, for names and headings: the letters that every page needs. Made by
 * scripts/subset-fonts.mjs. In `public`, for the feed (public/feed.css).
 */
const latin = localFont({
  src: "../public/fonts/fraunces-latin.woff2",
  weight: "600",
  variable: "--font-latin",
  display: "swap",
  // tokens.css has a fallback for both files.
  adjustFontFallback: false,
});

/** The letters of other European languages. Browsers load this file only when a page has one of them. */
const latinExt = localFont({
  src: "../public/fonts/fraunces-latin-ext.woff2",
  weight: "600",
  variable: "--font-latin-ext",
  display: "swap",
  adjustFontFallback: false,
  preload: false,
  declarations: [{ prop: "unicode-range", value: "U+0100-017F, U+0218-021B" }],
});

/** The classes that make the display face available on a page. */
export const displayFace = `${latin.variable} ${latinExt.variable}`;
