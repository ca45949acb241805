import { useSyncExternalStore } from "react";
import { isRecord } from "@/lib/values/is-record";
import { readText, type StorageName, subscribeTo } from "../ui/browser/device-storage";

/** An application whose private link this browser remembers, and what to call it. */
export type Remembered = { petId: string; id: string; secret: string; petName: string; isQuestion: boolean };

/** The name of the list in each storage. /privacy says what it holds. */
const KEY = "applications";
/** The tab remembers an application until it is closed, the device only if the applicant asks for that. */
const [TAB, DEVICE] = ["sessionStorage", "localStorage"] as const;
/** Maximum number of applications in a storage. The oldest is dropped. */
const MAX_REMEMBERED = 20;
const CHANGED = "applications-changed";
const subscribe = subscribeTo(CHANGED);

/** The applications that this tab or this device remembers. None until React runs in the browser. */
export function useRemembered(): readonly Remembered[] {
  const all = [...useStored(TAB), ...useStored(DEVICE)];
  return [...new Map(all.map((application) => [application.id, application])).values()];
}

/** Whether this device remembers an application. */
export function useIsOnDevice(id: string): boolean {
  return useStored(DEVICE).some((application) => application.id === id);
}

/** Stores the private link of an application for as long as this tab is open. */
export function rememberInTab(application: Remembered): void {
  add(TAB, application);
}

/** Stores the private link of an application on this device. Returns whether that worked. */
export function rememberOnDevice(application: Remembered): boolean {
  return add(DEVICE, application);
}

/** Removes an application from this device. The tab still has it. */
export function forgetOnDevice(id: string): void {
  remove(DEVICE, id);
}

/** Removes an application from the tab and the device. */
export function forget(id: string): void {
  remove(TAB, id);
  remove(DEVICE, id);
}

function useStored(storage: StorageName): Remembered[] {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(KEY, storage),
    () => null,
  );
  return parse(text);
}

function add(storage: StorageName, application: Remembered): boolean {
  const others = parse(readText(KEY, storage)).filter(({ id }) => id !== application.id);
  return write(storage, [application, ...others].slice(0, MAX_REMEMBERED));
}

function remove(storage: StorageName, id: string): void {
  const all = parse(readText(KEY, storage));
  const others = all.filter((application) => application.id !== id);
  if (others.length < all.length) write(storage, others);
}

function write(storage: StorageName, all: readonly Remembered[]): boolean {
  try {
    if (all.length === 0) window[storage].removeItem(KEY);
    else window[storage].setItem(KEY, JSON.stringify(all));
    window.dispatchEvent(new Event(CHANGED));
    return true;
  } catch {
    // Storage is disabled or full.
    return false;
  }
}

/** Parses the list. The storage may contain anything, so only what could be part of a private link counts. */
function parse(text: string | null | undefined): Remembered[] {
  try {
    const all: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(all) ? all.flatMap(readRemembered).slice(0, MAX_REMEMBERED) : [];
  } catch {
    return [];
  }
}

function readRemembered(value: unknown): Remembered[] {
  if (!isRecord(value)) return [];
  const { petId, id, secret, petName, isQuestion } = value;
  const isLink = isMatch(petId, /^\d{1,19}$/) && isMatch(id, /^[\da-f-]{36}$/) && isMatch(secret, /^[\w-]{1,100}$/);
  if (!isLink) return [];
  // Earlier versions stored no name.
  return [{ petId, id, secret, petName: typeof petName === "string" ? petName : "", isQuestion: isQuestion === true }];
}

const isMatch = (value: unknown, pattern: RegExp): value is string => typeof value === "string" && pattern.test(value);
