import { useSyncExternalStore } from "react";
import { readText, subscribeTo } from "../ui/device-storage";

/** An application whose private link this device remembers, because its applicant asked for that. */
export type Remembered = { petId: string; id: string; secret: string };

/** The name of the list in localStorage; /privacy says what it holds. */
const KEY = "applications";
/** How many applications a device remembers; the oldest goes first. */
const MAX_REMEMBERED = 20;
const CHANGED = "applications-changed";
const subscribe = subscribeTo(CHANGED);

/** The applications that this device remembers, the latest first; none until React runs in the browser. */
export function useRemembered(): readonly Remembered[] {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(KEY),
    () => null,
  );
  return parse(text);
}

/** Keeps the private link of an application in the storage of this device. Returns whether that worked. */
export function remember(application: Remembered): boolean {
  const others = parse(readText(KEY)).filter(({ id }) => id !== application.id);
  return write([application, ...others].slice(0, MAX_REMEMBERED));
}

/** Removes an application from the storage of this device. */
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
    // Storage is switched off or full.
    return false;
  }
}

/** Anybody can write into the storage of a device: only what can be part of a private link counts. */
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
