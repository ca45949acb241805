import { siteOrigin } from "@/lib/http/site";
import { sitemapResponse } from "@/lib/http/sitemap";
import { listSitemapFiles } from "@/lib/pets/adopters/feeds/sitemap-store";

/** Returns the index of the sitemap: one file of pages, and files of animals by their ids. */
export async function GET(): Promise<Response> {
  const [origin, files] = await Promise.all([siteOrigin(), listSitemapFiles()]);
  const names = ["pages", ...files.map((file) => `animals-${file}`)];
  return sitemapResponse(
    "index",
    names.map((name) => `${origin}/sitemaps/${name}.xml`),
  );
}
