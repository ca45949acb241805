/** A schema of Zod, or a parser by hand where Zod would be too large. */
type Parser<T> = { parse(value: unknown): T };

/** Null if there is nothing valid, or storage is disabled. */
export function readFromTab<T>(name: string, schema: Parser<T>): T | null {
  try {
    const saved = sessionStorage.getItem(name);
    return saved ? schema.parse(JSON.parse(saved)) : null;
  } catch {
    return null;
  }
}

/** In characters. One long text leaves room for everything else in the about five million of a tab. */
const MAX_LENGTH = 2_000_000;

/** Null removes the value, and so does one that is too long. Where storage is disabled or full, nothing is saved. */
export function saveInTab(name: string, value: object | null): void {
  try {
    sessionStorage.removeItem(name);
    const text = value && JSON.stringify(value);
    if (text && text.length <= MAX_LENGTH) sessionStorage.setItem(name, text);
  } catch {
    // There is no storage.
  }
}

type List = { href: string; label: string; ids: readonly string[] };

/** The paths of the pages of its entries. */
export type ListPath = "/animals" | "/staff/applications";

const MAX_IDS = 100;
/** Parsed without Zod, to keep the JavaScript of the first page small. */
const SavedList = { parse: toList };

/** So that the pages of its entries lead to each other and back. */
export function rememberList(
  path: ListPath,
  { entries, ...link }: { href: string; label: string; entries: readonly { id: bigint | string }[] },
): void {
  saveInTab(`list ${path}`, { ...link, ids: entries.slice(0, MAX_IDS).map(({ id }) => String(id)) });
}

/** The list that this tab has shown last, or null. */
export function findList(path: ListPath, id: string) {
  const list = readFromTab(`list ${path}`, SavedList);
  return list && { ...list, ...stepsFrom(list.ids, id) };
}

/** None for an id that is not in the list. */
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

const SEEDS = [
  [0x811c9dc5, 0x01000193],
  [0x9e3779b1, 0x85ebca6b],
] as const;

/** Returns a short text that identifies a long one (FNV-1a, twice). It is not a secret. */
export function fingerprintOf(text: string): string {
  const hashes = SEEDS.map(([offset, prime]) => {
    let hash: number = offset;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
    return (hash >>> 0).toString(36);
  });
  return [text.length, ...hashes].join("-");
}
