import { useSyncExternalStore } from "react";
import { readText, subscribeTo } from "../../ui/browser";

const KEY = "favourites";
/** Maximum number of favourites on a device: as many as their page can read in one request. */
export const MAX_FAVOURITES = 100;
const CHANGED = "favourites-changed";
const subscribe = subscribeTo(CHANGED, "storage");
const NONE: readonly string[] = [];

/** The last list that was read. React asks often, and has to get the same list until it changes. */
let known: { text: string | null; ids: readonly string[] } = { text: null, ids: NONE };

/** The latest first, or null until React runs in the browser. All tabs show the same. */
export function useFavourites(): readonly string[] | null {
  return useSyncExternalStore<readonly string[] | null>(subscribe, readFavourites, () => null);
}

export const useIsFavourite = (petId: string) =>
  useSyncExternalStore(
    subscribe,
    () => readFavourites().includes(petId),
    () => false,
  );

/** Adds an animal, or removes it. Returns `full` if the device already has the maximum. */
export function toggleFavourite(petId: string): "added" | "removed" | "full" {
  const ids = readFavourites();
  if (ids.includes(petId)) {
    setFavourites(ids.filter((id) => id !== petId));
    return "removed";
  }
  if (ids.length >= MAX_FAVOURITES) return "full";
  setFavourites([petId, ...ids]);
  return "added";
}

function setFavourites(ids: readonly string[]): void {
  const text = JSON.stringify(ids);
  try {
    localStorage.setItem(KEY, text);
    known = { text, ids };
  } catch {
    // Storage is disabled or full, so the choice lasts until the page is left.
    known = { text: known.text, ids };
  }
  window.dispatchEvent(new Event(CHANGED));
}

function readFavourites(): readonly string[] {
  const text = readText(KEY);
  if (text !== undefined && text !== known.text) known = { text, ids: parse(text) };
  return known.ids;
}

/** Parses the list. The storage may contain anything, so only int64 ids count, each once. */
function parse(text: string | null): readonly string[] {
  try {
    const ids: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(ids)) return NONE;
    const valid = ids.filter((id) => typeof id === "string" && /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n);
    return [...new Set<string>(valid)].slice(0, MAX_FAVOURITES);
  } catch {
    return NONE;
  }
}

export function Heart({ isFull }: { isFull: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={isFull ? "heart heart-full" : "heart"}>
      <path d="M12 20.5C5.5 15.8 3 12.5 3 9a4.8 4.8 0 0 1 9-2.4A4.8 4.8 0 0 1 21 9c0 3.5-2.5 6.8-9 11.5Z" />
    </svg>
  );
}
