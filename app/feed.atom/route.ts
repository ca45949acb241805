import { isolate } from "@/lib/bidi";
import { siteOrigin } from "@/lib/http/site";
import { categoryName } from "@/lib/pets/categories";
import { storyOf } from "@/lib/pets/pages/stories";
import { listArrivals } from "@/lib/pets/store";

/** How many animals are in the feed. */
const ENTRIES = 50;
const MAX_AGE_SECONDS = 60;

/** The available animals, newest first, as an Atom feed (RFC 4287). */
export async function GET(): Promise<Response> {
  const [origin, pets] = await Promise.all([siteOrigin(), listArrivals(ENTRIES)]);
  const updated = (pets[0]?.createdAt ?? new Date(0)).toISOString();
  const entries = pets.map((pet) => {
    const url = `${origin}/animals/${pet.id}`;
    const added = pet.createdAt.toISOString();
    return `  <entry>
    <id>${url}</id>
    <title>${escapeXml(`${isolate(pet.name)}, ${categoryName(pet.categoryId).toLowerCase()}`)}</title>
    <link href="${url}"/>
    <published>${added}</published>
    <updated>${added}</updated>
    <summary>${escapeXml(storyOf(pet))}</summary>
  </entry>
`;
  });
  const text = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${origin}/</id>
  <title>Pawhaven: animals waiting for a home</title>
  <author><name>Pawhaven</name></author>
  <link rel="self" type="application/atom+xml" href="${origin}/feed.atom"/>
  <link rel="alternate" type="text/html" href="${origin}/"/>
  <updated>${updated}</updated>
${entries.join("")}</feed>
`;
  const headers = {
    "Content-Type": "application/atom+xml; charset=utf-8",
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  };
  return new Response(text, { headers });
}

/** Escapes text for XML 1.0; leaves out the two characters that XML forbids and names can have. */
function escapeXml(text: string): string {
  return text
    .replace(/[\uFFFE\uFFFF]/g, "")
    .replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char);
}
