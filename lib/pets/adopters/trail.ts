/** The list that a visitor came from, and the animals around one of it. */
export type Trail = { href: string; previous: string | null; next: string | null };

/** A list as this tab remembers it: its address, and the ids of its animals. */
type List = { href: string; ids: readonly string[] };

const KEY = "pets.list";

/** Remembers the list on the screen, so that the page of an animal leads to those around it. */
export function rememberList(href: string, pets: readonly { id: bigint }[]): void {
  const list: List = { href, ids: pets.map(({ id }) => String(id)) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Without storage, animals have no neighbours.
  }
}

/** Finds an animal in the list that this tab remembers; null for a visitor who came from elsewhere. */
export function findTrail(petId: bigint): Trail | null {
  const list = readList();
  const place = list?.ids.indexOf(String(petId)) ?? -1;
  if (!list || place === -1) return null;
  return { href: list.href, previous: list.ids[place - 1] ?? null, next: list.ids[place + 1] ?? null };
}

function readList(): List | null {
  try {
    const { href, ids } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    // Only a page of this site, and only ids.
    const isList = /^\/(?![/\\])/.test(href) && Array.isArray(ids) && ids.every((id) => /^\d{1,19}$/.test(id));
    return isList ? { href, ids } : null;
  } catch {
    return null;
  }
}
