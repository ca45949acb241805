/** A schema of Zod, or a parser written by hand where Zod would be too large. */
type Parser<T> = { parse(value: unknown): T };

/** Reads what was saved in this tab. Returns null if there is nothing valid, or storage is disabled. */
export function readFromTab<T>(name: string, schema: Parser<T>): T | null {
  try {
    const saved = sessionStorage.getItem(name);
    return saved ? schema.parse(JSON.parse(saved)) : null;
  } catch {
    return null;
  }
}

/** Saves a value as JSON in this tab, or removes it (null). Where storage is disabled or full, nothing is saved. */
export function saveInTab(name: string, value: object | null): void {
  trySaveInTab(name, value);
}

/** Like `saveInTab`, but returns whether it was saved. */
export function trySaveInTab(name: string, value: object | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A list: its URL, the text of a link to it, and the ids of its entries in their order. */
type List = { href: string; label: string; ids: readonly string[] };

/** The lists that a tab remembers, each with the path of the pages of its entries. */
export type ListPath = "/animals" | "/staff/applications";

const MAX_IDS = 100;
/** Parsed without Zod, to keep the JavaScript of the first page small. */
const SavedList = { parse: toList };

/** Remembers the list that is shown, so that the pages of its entries lead to each other and back. */
export function rememberList(
  path: ListPath,
  { entries, ...link }: { href: string; label: string; entries: readonly { id: bigint | string }[] },
): void {
  saveInTab(`list ${path}`, { ...link, ids: entries.slice(0, MAX_IDS).map(({ id }) => String(id)) });
}

/** Returns the list that this tab has shown last, and the ids before and after an entry. Null if it has shown none. */
export function findList(path: ListPath, id: string) {
  const list = readFromTab(`list ${path}`, SavedList);
  return list && { ...list, ...stepsFrom(list.ids, id) };
}

/** Returns the ids before and after an id. There are none for an id that is not in the list. */
export function stepsFrom<T>(ids: readonly T[], id: T): { previous: T | undefined; next: T | undefined } {
  const at = ids.indexOf(id);
  return { previous: at > 0 ? ids[at - 1] : undefined, next: at === -1 ? undefined : ids[at + 1] };
}

/** @throws TypeError */
function toList(value: unknown): List {
  const { href, label, ids } = Object(value);
  if (typeof href !== "string" || typeof label !== "string" || !Array.isArray(ids)) throw new TypeError("not a list");
  return { href, label, ids };
}
