import { useMemo, useSyncExternalStore } from "react";
import { readText, subscribeTo } from "../../ui/browser";

const KEY = "favourites";
/** Maximum number of favourites on a device: as many as their page can read in one request. */
export const MAX_FAVOURITES = 100;
const CHANGED = "favourites-changed";
const subscribe = subscribeTo(CHANGED, "storage");

/** If storage is disabled or full, the choice lasts until the page is left. */
let unsaved: string | null = null;

const read = () => unsaved ?? readText(KEY) ?? "";

/** Only int64 ids count, each once, whatever else is stored. */
function parse(text: string): string[] {
  const ids = text.match(/\d{1,19}/g)?.filter((id) => BigInt(id) < 2n ** 63n);
  return [...new Set(ids)].slice(0, MAX_FAVOURITES);
}

/** The latest first, or null until React runs in the browser. All tabs show the same. */
export function useFavourites(): readonly string[] | null {
  const text = useSyncExternalStore<string | null>(subscribe, read, () => null);
  return useMemo(() => (text === null ? null : parse(text)), [text]);
}

export const useIsFavourite = (petId: string) =>
  useSyncExternalStore(
    subscribe,
    () => parse(read()).includes(petId),
    () => false,
  );

/** Adds an animal, or removes it. Returns false if the device already has the maximum. */
export function toggleFavourite(petId: string): boolean {
  const ids = parse(read());
  const isFull = ids.length >= MAX_FAVOURITES && !ids.includes(petId);
  if (!isFull) setFavourites(ids.includes(petId) ? ids.filter((id) => id !== petId) : [petId, ...ids]);
  return !isFull;
}

function setFavourites(ids: readonly string[]): void {
  const text = JSON.stringify(ids);
  try {
    localStorage.setItem(KEY, text);
    unsaved = null;
  } catch {
    unsaved = text;
  }
  window.dispatchEvent(new Event(CHANGED));
}

export function Heart({ isFull }: { isFull: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={isFull ? "heart heart-full" : "heart"}>
      <path d="M12 20.5C5.5 15.8 3 12.5 3 9a4.8 4.8 0 0 1 9-2.4A4.8 4.8 0 0 1 21 9c0 3.5-2.5 6.8-9 11.5Z" />
    </svg>
  );
}
