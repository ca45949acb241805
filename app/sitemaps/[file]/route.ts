import { sitemapResponse, siteOrigin } from "@/lib/http/site";
import { findSitemapPets } from "@/lib/pets/adopters/pet-store";
import { referencePages } from "../../docs/pages";

const PAGES = ["/", "/privacy", "/docs"];

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const [{ file }, origin] = await Promise.all([params, siteOrigin()]);
  if (file === "pages.xml") {
    return sitemapResponse(
      "pages",
      [...PAGES, ...referencePages().map(({ name }) => `/docs/${name}`)].map((path) => origin + path),
    );
  }
  const ids = await findSitemapPets(/^animals-(\d+)\.xml$/.exec(file)?.[1] ?? "");
  if (!ids) return new Response("Not found", { status: 404, headers: { "Content-Type": "text/plain" } });
  return sitemapResponse(
    "pages",
    ids.map((id) => `${origin}/animals/${id}`),
  );
}
