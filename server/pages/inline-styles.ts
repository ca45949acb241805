import { extname } from "node:path";
import type { Asset } from "./assets";

/** The texts of the style sheets, by their paths. */
export type StyleSheets = ReadonlyMap<string, string>;

/** The link to a style sheet as React writes it, with its path. */
const STYLE_LINK = /<link rel="stylesheet" href="([^"]*)"/g;
/** The path of one link in a `Link` header (RFC 8288, section 3). */
const LINK_TARGET = /^\s*<([^>]*)>/;
/** A relative URL in a style sheet. Next.js writes those without quotes. */
const RELATIVE_URL = /\burl\((\.[^)]*)\)/g;

/** Returns the style sheets among the assets. Their URLs are absolute paths, so they work inside any page. */
export function styleSheetsOf(assets: ReadonlyMap<string, Asset>): StyleSheets {
  const sheets = [...assets].filter(([path]) => extname(path) === ".css");
  return new Map(
    sheets.map(([path, { variants }]) => {
      const absolute = (_: string, url: string) => `url(${new URL(url, `http://localhost${path}`).pathname})`;
      return [path, variants.identity.body.toString().replace(RELATIVE_URL, absolute)];
    }),
  );
}

/**
 * Puts the style sheets of a page into the page, so that its first paint does not wait for another round trip. The
 * links stay, disabled: browsers do not load those, but React would load a missing one.
 */
export function inlineStyles(html: string, nonce: string, sheets: StyleSheets): string {
  return html.replace(STYLE_LINK, (link, path: string) => {
    const sheet = sheets.get(path);
    return sheet === undefined ? link : `<style nonce="${nonce}">${sheet}</style>${link} disabled=""`;
  });
}

/** Removes the style sheets that are in the page from a `Link` header, which asks browsers to load them. */
export function withoutStyles(header: string, sheets: StyleSheets): string {
  const links = header.split(/,(?=\s*<)/);
  return links.filter((link) => !sheets.has(LINK_TARGET.exec(link)?.[1] ?? "")).join(",");
}
