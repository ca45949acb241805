import { siteOrigin } from "@/lib/http/site";
import { atomFeed } from "@/lib/pets/adopters/feed";
import { listArrivals } from "@/lib/pets/adopters/pet-store";
import { readShelter } from "@/lib/shelter/store";

const ENTRIES = 50;
const MAX_AGE_SECONDS = 60;

/** Newest first. */
export async function GET(): Promise<Response> {
  const [origin, shelter, pets] = await Promise.all([siteOrigin(), readShelter(), listArrivals(ENTRIES)]);
  const headers = {
    // Firefox would download application/atom+xml instead of showing it.
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  };
  return new Response(atomFeed({ origin, shelter, pets }), { headers });
}
