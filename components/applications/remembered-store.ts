import { useSyncExternalStore } from "react";
import { readText, subscribeTo } from "../ui/device-storage";

/** An application whose private link this device stores, because its applicant asked for that. */
export type Remembered = { petId: string; id: string; secret: string };

/** The name of the list in localStorage. /privacy says what it holds. */
const KEY = "applications";
/** Maximum number of applications on a device. The oldest is dropped. */
const MAX_REMEMBERED = 20;
const CHANGED = "applications-changed";
const subscribe = subscribeTo(CHANGED);

/** The applications that this device stores, the latest first. None until React runs in the browser. */
export function useRemembered(): readonly Remembered[] {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(KEY),
    () => null,
  );
  return parse(text);
}

/** Stores the private link of an application on this device. Returns whether that worked. */
export function remember(application: Remembered): boolean {
  const others = parse(readText(KEY)).filter(({ id }) => id !== application.id);
  return write([application, ...others].slice(0, MAX_REMEMBERED));
}

/** Removes an application from this device. */
export function forget(id: string): void {
  const all = parse(readText(KEY));
  if (all.some((application) => application.id === id)) write(all.filter((application) => application.id !== id));
}

function write(all: readonly Remembered[]): boolean {
  try {
    if (all.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(all));
    window.dispatchEvent(new Event(CHANGED));
    return true;
  } catch {
    // Storage is disabled or full.
    return false;
  }
}

/** Parses the list. Anything may have been written into the storage, so only possible parts of a private link count. */
function parse(text: string | null | undefined): Remembered[] {
  try {
    const all: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(all) ? all.filter(isRemembered).slice(0, MAX_REMEMBERED) : [];
  } catch {
    return [];
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== "object" || value === null) return false;
  const { petId, id, secret } = value as Partial<Record<keyof Remembered, unknown>>;
  return isMatch(petId, /^\d{1,19}$/) && isMatch(id, /^[\da-f-]{36}$/) && isMatch(secret, /^[\w-]{1,100}$/);
}

const isMatch = (value: unknown, pattern: RegExp) => typeof value === "string" && pattern.test(value);
