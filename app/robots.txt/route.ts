import { siteOrigin } from "@/lib/http/site";
import { HOUR_SECONDS } from "@/lib/values/time";

/** What search engines should not request. */
const DISALLOWED = ["/staff", "/applications", "/animals/*/apply", "/v1", "/api", "/browser-token"];
const MAX_AGE_SECONDS = HOUR_SECONDS;

/** RFC 9309. */
export async function GET(): Promise<Response> {
  const rules = DISALLOWED.map((path) => `Disallow: ${path}\n`).join("");
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  };
  return new Response(`User-agent: *\n${rules}\nSitemap: ${await siteOrigin()}/sitemap.xml\n`, { headers });
}
