import "server-only";
import { headers } from "next/headers";
import { HOUR_SECONDS } from "../values/time";
import { originOf } from "./message";

/** For links that are used outside the site, such as those in a feed. */
export async function siteOrigin(): Promise<string> {
  const given = await headers();
  return originOf({ host: given.get("host"), header: (name) => given.get(name) });
}

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const NAMES = { index: ["sitemapindex", "sitemap"], pages: ["urlset", "url"] } as const;

/** A sitemap of pages (sitemaps.org), or an index of sitemaps. The URLs need no escaping. */
export function sitemapResponse(kind: keyof typeof NAMES, urls: readonly string[]): Response {
  const [root, entry] = NAMES[kind];
  const entries = urls.map((url) => `<${entry}><loc>${url}</loc></${entry}>\n`).join("");
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns="${NAMESPACE}">\n${entries}</${root}>\n`;
  const headers = {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": `public, max-age=${HOUR_SECONDS}`,
  };
  return new Response(body, { headers });
}
