import { useSyncExternalStore } from "react";
import { isRecord } from "@/lib/values/is-record";
import { readText, subscribeTo } from "../ui/browser/device-storage";

/** An application whose private link this browser remembers, and what to call it. */
export type Remembered = { petId: string; id: string; secret: string; petName: string; isQuestion: boolean };

/** The name of the list in the tab's storage. /privacy says what it holds. */
const KEY = "applications";
/** Maximum number of applications. The oldest is dropped. */
const MAX_REMEMBERED = 20;
const CHANGED = "applications-changed";
const subscribe = subscribeTo(CHANGED);

/** The applications that this tab remembers. None until React runs in the browser. */
export function useRemembered(): readonly Remembered[] {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(KEY, "sessionStorage"),
    () => null,
  );
  return parse(text);
}

/** Stores the private link of an application for as long as this tab is open. */
export function remember(application: Remembered): void {
  write([application, ...others(application.id)].slice(0, MAX_REMEMBERED));
}

/** Removes an application from the tab. */
export function forget(id: string): void {
  write(others(id));
}

const others = (id: string) => parse(readText(KEY, "sessionStorage")).filter((application) => application.id !== id);

function write(all: readonly Remembered[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all));
    window.dispatchEvent(new Event(CHANGED));
  } catch {
    // Storage is disabled or full. The applicant still has the link.
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
