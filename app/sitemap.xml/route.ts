import { sitemapResponse, siteOrigin } from "@/lib/http/site";
import { listSitemapFiles } from "@/lib/pets/adopters/pet-store";

/** One file of pages, and files of animals by their ids. */
export async function GET(): Promise<Response> {
  const [origin, files] = await Promise.all([siteOrigin(), listSitemapFiles()]);
  const names = ["pages", ...files.map((file) => `animals-${file}`)];
  return sitemapResponse(
    "index",
    names.map((name) => `${origin}/sitemaps/${name}.xml`),
  );
}
