import { readFromTab, saveInTab } from "../../tab-storage";

/** A list: its URL, and the text of a link to it. */
type ListLink = { href: string; label: string };

/** The list that a visitor came from, and the neighbours of one animal in it. */
export type Trail = ListLink & { previous: string | null; next: string | null };

/** A list as this tab stores it, with the ids of its animals. */
type List = ListLink & { ids: readonly string[] };

const KEY = "pets.list";
/** Checked without Zod, to keep the JavaScript of the first page small. */
const SavedList = { parse: toList };

/** Stores the list that is shown, so that the page of an animal can link to its neighbours. */
export function rememberList(link: ListLink, pets: readonly { id: bigint }[]): void {
  const list: List = { ...link, ids: pets.map(({ id }) => String(id)) };
  saveInTab(KEY, list);
}

/** Finds an animal in the list that this tab stores. Returns null for a visitor who came from elsewhere. */
export function findTrail(petId: bigint): Trail | null {
  const list = readFromTab(KEY, SavedList);
  const index = list?.ids.indexOf(String(petId)) ?? -1;
  if (!list || index === -1) return null;
  const { href, label } = list;
  return { href, label, previous: list.ids[index - 1] ?? null, next: list.ids[index + 1] ?? null };
}

/** Checks that the URL is on this site, the label is text, and the ids are ids. @throws TypeError */
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
