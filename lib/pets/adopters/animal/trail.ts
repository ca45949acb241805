import { readFromTab, saveInTab } from "../../../tab-storage";

/** A list as this tab stores it: its URL, the text of a link to it, and the ids of its animals. */
type List = {
  href: string;
  label: string;
  ids: readonly string[];
  /** The URLs of the pages before and after this one, if the list has several. */
  previous: string | null;
  next: string | null;
  /** Whether the visitor has left the list since, through a URL that was not a link of this site. */
  isLeft?: boolean;
};

/** The neighbour of an animal: another animal, or the page of the list that has it. */
type Step = { petId: string } | { page: string };

/** The list that a visitor came from, and the neighbours of one animal in it. */
export type Trail = Pick<List, "href" | "label"> & { previous: Step | null; next: Step | null };

const KEY = "pets.list";
/** Parsed without Zod, to keep the JavaScript of the first page small. */
const SavedList = { parse: toList };

/** Whether this document has stored a list, or knows whether the stored one led to it. */
let isSettled = false;

/** Stores the list that is shown, so that the page of an animal can link to its neighbours. */
export function rememberList(list: Omit<List, "ids" | "isLeft">, pets: readonly { id: bigint }[]): void {
  isSettled = true;
  saveInTab(KEY, { ...list, ids: pets.map(({ id }) => String(id)) });
}

/**
 * Finds an animal in the list that this tab stores. An animal that is not in it has no neighbours, but keeps the way
 * back if links led to it from the list. Returns null for a visitor who has seen no list, or has typed a URL since.
 */
export function findTrail(petId: bigint): Trail | null {
  const list = readFromTab(KEY, SavedList);
  if (!list) return null;
  if (!isSettled && isFromOutside()) saveInTab(KEY, Object.assign(list, { isLeft: true }));
  isSettled = true;
  const { href, label, ids, previous, next } = list;
  const index = ids.indexOf(String(petId));
  if (index === -1) return list.isLeft ? null : { href, label, previous: null, next: null };
  const step = (at: number, page: string | null): Step | null => {
    const petId = ids[at];
    if (petId !== undefined) return { petId };
    return page === null ? null : { page };
  };
  return { href, label, previous: step(index - 1, previous), next: step(index + 1, next) };
}

/** What this file uses of the Navigation API, which some browsers do not have yet. */
type WithNavigation = {
  navigation?: { currentEntry: { index: number } | null; entries(): readonly { url: string | null }[] };
};

/**
 * Returns how many steps of the history lead back to a list, if only pages of animals were opened after it. Zero if
 * another page was opened, or if the browser does not say.
 */
export function stepsBackTo(href: string): number {
  const { navigation } = window as WithNavigation;
  const current = navigation?.currentEntry?.index ?? -1;
  const before = navigation?.entries().slice(0, Math.max(current, 0)) ?? [];
  const urls = before.map(({ url }) => (url === null ? "" : url.slice(location.origin.length)));
  const last = urls.findLastIndex((url) => !/^\/animals\/\d+$/.test(url));
  return urls[last] === href ? current - last : 0;
}

/** Whether no link of this site led to this document. A reload or a step in the history does not count. */
function isFromOutside(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "navigate" && !document.referrer.startsWith(location.origin);
}

/** Checks that the URLs are on this site, the label is text, and the ids are ids. @throws TypeError */
function toList(value: unknown): List {
  const { href, label, ids, previous = null, next = null, isLeft } = Object(value);
  const isOwn = (url: unknown) => typeof url === "string" && /^\/(?![/\\])/.test(url);
  const isList =
    isOwn(href) &&
    [previous, next].every((url) => url === null || isOwn(url)) &&
    typeof label === "string" &&
    Array.isArray(ids) &&
    ids.every((id) => /^\d{1,19}$/.test(id));
  if (!isList) throw new TypeError("not a list of animals");
  return { href, label, ids, previous, next, isLeft: isLeft === true };
}
