import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { readText, subscribeTo } from "./browser";

const NAME = "staff.letters";
const CHANGED = "letterschanged";
const subscribe = subscribeTo(CHANGED, "storage");

const areOn = () => readText(NAME) !== "off";

function setOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } catch {
    // Without storage, they stay on.
  }
  window.dispatchEvent(new Event(CHANGED));
}

export const useLettersSwitch = () => [useSyncExternalStore(subscribe, areOn, () => true), setOn] as const;

/** Matches whatever is open in front of the page. Closed lists stay in the document, and toasts do not count. */
const OPEN = "[data-open]:is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])";

/** On the page while nothing is open in front of it, or in a side sheet with nothing in front. */
type Place = "page" | "side sheet";

function isInFront(place: Place): boolean {
  const [first, ...others] = document.querySelectorAll(OPEN);
  if (place === "page") return first === undefined;
  return others.length === 0 && first?.matches("[data-part=side-sheet]") === true;
}

/**
 * Calls the function for a key, unless somebody is typing, something is in front, or single letters are switched off.
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, place: Place = "page"): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isLetter = key.length === 1;
    if (isLetter && !areOn()) return;
    if (target instanceof HTMLElement && isTyping(target)) return;
    // Other keys, such as arrow keys, belong to the page only if nothing has the focus.
    if (!isLetter && target !== document.body) return;
    if (!isInFront(place)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Whether keys change a text or a choice. */
export function isTyping(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target.matches("textarea, select") || target.isContentEditable;
}
