import { readSession, writeSession } from "../../tab-storage";

/** A list: its address, and what a link to it says. */
type ListLink = { href: string; label: string };

/** The list that a visitor came from, and the animals around one of it. */
export type Trail = ListLink & { previous: string | null; next: string | null };

/** A list as this tab remembers it, with the ids of its animals. */
type List = ListLink & { ids: readonly string[] };

const KEY = "pets.list";
/** Checked without Zod, to keep the JavaScript of the first page small. */
const SavedList = { parse: toList };

/** Remembers the list on the screen, so that the page of an animal leads to those around it. */
export function rememberList(link: ListLink, pets: readonly { id: bigint }[]): void {
  const list: List = { ...link, ids: pets.map(({ id }) => String(id)) };
  writeSession(KEY, list);
}

/** Finds an animal in the list that this tab remembers; null for a visitor who came from elsewhere. */
export function findTrail(petId: bigint): Trail | null {
  const list = readSession(KEY, SavedList);
  const index = list?.ids.indexOf(String(petId)) ?? -1;
  if (!list || index === -1) return null;
  const { href, label } = list;
  return { href, label, previous: list.ids[index - 1] ?? null, next: list.ids[index + 1] ?? null };
}

/** Only a page of this site, words, and only ids. @throws TypeError */
function toList(value: unknown): List {
  const { href, label, ids } = Object(value);
  const isList =
    /^\/(?![/\\])/.test(href) &&
    typeof label === "string" &&
    Array.isArray(ids) &&
    ids.every((id) => /^\d{1,19}$/.test(id));
  if (!isList) throw new TypeError("not a list of animals");
  return { href, label, ids };
}
