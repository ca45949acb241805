import { siteOrigin } from "@/lib/http/site";
import { HOUR_SECONDS } from "@/lib/values/time";

/** What search engines should not request: pages of staff, private pages, forms, and the API. */
const DISALLOWED = ["/staff", "/applications", "/animals/*/apply", "/v1", "/api", "/browser-token"];
const MAX_AGE_SECONDS = HOUR_SECONDS;

/** Returns what search engines may read (RFC 9309) and where the sitemap is. */
export async function GET(): Promise<Response> {
  const rules = DISALLOWED.map((path) => `Disallow: ${path}\n`).join("");
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  };
  return new Response(`User-agent: *\n${rules}\nSitemap: ${await siteOrigin()}/sitemap.xml\n`, { headers });
}
