import { describe, expect, test } from "vitest";
import type { Asset } from "./assets";
import { inlineStyles, styleSheetsOf, withoutStyles } from "./inline-styles";

const variant = (text: string) => ({ headers: [], body: Buffer.from(text) });
const asset = (text: string): Asset => ({
  etag: '"1"',
  variants: { identity: variant(text), br: variant(""), gzip: variant("") },
});
const css = "@font-face{src:url(../media/a.woff2)}a{background:url(data:image/gif;base64,R0)}b{background:url(/x.svg)}";
const sheets = styleSheetsOf(
  new Map([
    ["/_next/static/chunks/a.css", asset(css)],
    ["/_next/static/chunks/a.js", asset("alert(1)")],
  ]),
);
const link = '<link rel="stylesheet" href="/_next/static/chunks/a.css"';

describe("style sheets in pages", () => {
  test("are the text of the file, with absolute URLs, before a link that browsers do not follow", () => {
    const text = css.replace("../media", "/_next/static/media");
    expect(inlineStyles(`<head>${link} data-precedence="next"/></head>`, "n", sheets)).toBe(
      `<head><style nonce="n">${text}</style>${link} disabled="" data-precedence="next"/></head>`,
    );
  });

  test("stay links when the file is not known", () => {
    const unknown = '<link rel="stylesheet" href="/_next/static/chunks/a.js"/>';
    expect(inlineStyles(unknown, "n", sheets)).toBe(unknown);
  });

  test("are not asked for by a header either", () => {
    const font = '</a.woff2>; rel=preload; as="font"; crossorigin=""; type="font/woff2"';
    const style = '</_next/static/chunks/a.css>; rel=preload; as="style"; nonce="n"';
    expect(withoutStyles(`${font}, ${style}`, sheets)).toBe(font);
    expect(withoutStyles(`${style}, ${font}`, sheets).trim()).toBe(font);
    expect(withoutStyles(style, sheets)).toBe("");
  });
});
