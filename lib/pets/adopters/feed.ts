import type { Shelter } from "../../shelter/schema";
import { isolate } from "../../values/words";
import { categoryPicture } from "../kinds";
import type { ShownPet } from "./pet-store";
import { descriptionOf, titleOf } from "./pet-words";

type Feed = { origin: string; shelter: Shelter; pets: readonly ShownPet[] };

/** An Atom feed (RFC 4287). Browsers show it with a style sheet. What that cannot show is in XHTML. */
export function atomFeed({ origin, shelter, pets }: Feed): string {
  const name = escapeXml(isolate(shelter.name));
  const email = shelter.email ? `<email>${escapeXml(shelter.email)}</email>` : "";
  const updated = (pets[0]?.addedAt ?? new Date(0)).toISOString();
  return `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/css" href="/feed.css"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">
  <meta xmlns="http://www.w3.org/1999/xhtml" name="viewport" content="width=device-width, initial-scale=1"/>
  <id>${origin}/</id>
  <title>${name}: animals waiting for a home</title>
  <subtitle type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>This is a feed. Copy its URL into a feed \
reader to hear of new arrivals: <code>${origin}/feed.atom</code></p><p><a href="${origin}/">See available animals</a></p></div></subtitle>
  <author><name>${name}</name>${email}</author>
  <link rel="self" type="application/atom+xml" href="${origin}/feed.atom"/>
  <link rel="alternate" type="text/html" href="${origin}/"/>
  <updated>${updated}</updated>
${pets.map((pet) => entryOf(pet, origin)).join("")}</feed>
`;
}

function entryOf(pet: ShownPet, origin: string): string {
  const url = `${origin}/animals/${pet.id}`;
  const added = pet.addedAt.toISOString();
  const [cover] = pet.profile.photos;
  return `  <entry>
    <id>${url}</id>
    <title>${escapeXml(titleOf(pet))}</title>
    <link href="${url}"/>${pictureLinks(origin + (cover ? cover.urls.card : drawingOf(pet)), cover ? "jpeg" : "png")}
    <published>${added}</published>
    <updated>${added}</updated>
    <summary>${escapeXml(`${descriptionOf(pet)} To adopt or ask: ${url}/apply`)}</summary>
  </entry>
`;
}

const drawingOf = ({ categoryId }: ShownPet) => `/cards/${categoryPicture(categoryId)}.png`;

const CARD_SIZE = { width: 1200, height: 630 };

const pictureLinks = (url: string, format: "jpeg" | "png") => `
    <link rel="enclosure" type="image/${format}" href="${url}"/>
    <media:thumbnail url="${url}" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}"/>`;

/** Escapes text for XML 1.0. Leaves out two characters that a text may contain but XML forbids. */
function escapeXml(text: string): string {
  return text
    .replace(/[\uFFFE\uFFFF]/g, "")
    .replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char);
}
