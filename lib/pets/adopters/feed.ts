import { isolate } from "../../bidi";
import type { Shelter } from "../../shelter/schema";
import { nameInSentence } from "../../text";
import { categoryName } from "../categories";
import type { Photo } from "../photos/schema";
import { factsOf, paragraphsOf } from "../profile/words";
import type { ShownPet } from "./pet-store";
import { descriptionOf, titleOf } from "./pet-words";

type Feed = { origin: string; shelter: Pick<Shelter, "name">; pets: readonly ShownPet[] };

/**
 * Returns an Atom feed (RFC 4287). Browsers show it with a style sheet. What the style sheet cannot show is written in
 * XHTML, with links and photos.
 */
export function atomFeed({ origin, shelter, pets }: Feed): string {
  const name = escapeXml(isolate(shelter.name));
  const updated = (pets[0]?.addedAt ?? new Date(0)).toISOString();
  return `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/css" href="/feed.css"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">
  <id>${origin}/</id>
  <title>${name}: animals waiting for a home</title>
  <subtitle type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>This is a feed. Copy its URL into a feed \
reader to hear of new arrivals: <code>${origin}/feed.atom</code></p><p><a href="${origin}/">See available animals</a></p></div></subtitle>
  <author><name>${name}</name></author>
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
    <link href="${url}"/>${cover ? pictureLinks(origin + cover.urls.card) : ""}
    <published>${added}</published>
    <updated>${added}</updated>
    <summary>${escapeXml(descriptionOf(pet))}</summary>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${contentOf(pet, url, origin)}</div></content>
  </entry>
`;
}

const pictureLinks = (url: string) => `
    <link rel="enclosure" type="image/jpeg" href="${url}"/>
    <media:thumbnail url="${url}" width="1200" height="630"/>`;

/** Returns the content of an entry: a photo, the facts, the story and a link to the page. */
function contentOf(pet: ShownPet, url: string, origin: string): string {
  const { name, categoryId, profile } = pet;
  const [cover] = profile.photos;
  const facts = [categoryName(categoryId), ...factsOf(profile).map(([, value]) => value)].join(" · ");
  const story = paragraphsOf(profile.story ?? "");
  return [
    ...(cover ? [`<p><a href="${url}">${pictureOf(cover, name, origin)}</a></p>`] : []),
    `<p>${escapeXml(facts)}</p>`,
    ...story.map((text) => `<p dir="auto">${escapeXml(text)}</p>`),
    `<p><a href="${url}">Meet <bdi>${escapeXml(nameInSentence(name))}</bdi></a></p>`,
  ].join("");
}

function pictureOf({ urls, alt }: Photo, name: string, origin: string): string {
  const words = escapeXml(alt || name);
  return `<img src="${origin}${urls.card}" alt="${words}" width="1200" height="630" loading="lazy"/>`;
}

/** Escapes text for XML 1.0. Leaves out two characters that a text may contain but XML forbids. */
function escapeXml(text: string): string {
  return text
    .replace(/[\uFFFE\uFFFF]/g, "")
    .replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char);
}
