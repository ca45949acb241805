import "server-only";
import { HOUR_SECONDS } from "../values/time";

const MAX_AGE_SECONDS = HOUR_SECONDS;
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const NAMES = { index: ["sitemapindex", "sitemap"], pages: ["urlset", "url"] } as const;

/**
 * Makes the response with a sitemap of pages (sitemaps.org), or with an index of sitemaps. The URLs need no escaping.
 */
export function sitemapResponse(kind: keyof typeof NAMES, urls: readonly string[]): Response {
  const [root, entry] = NAMES[kind];
  const entries = urls.map((url) => `<${entry}><loc>${url}</loc></${entry}>\n`).join("");
  const headers = {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  };
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns="${NAMESPACE}">\n${entries}</${root}>\n`,
    {
      headers,
    },
  );
}
