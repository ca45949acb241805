import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { isTyping, useShortcuts } from "./shortcuts";

/**
 * `j`, `k` and the arrow keys move the focus through the links with `data-entry`, `/` moves it into the search, and `?`
 * opens the list of shortcuts.
 */
export function useListKeys(search: RefObject<HTMLInputElement | null>) {
  const list = useRef<HTMLUListElement>(null);
  const lastAt = useRef(-1);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-entry]") ?? [])];
  const moveTo = (index: number) => {
    const link = links()[index];
    if (!link) return;
    lastAt.current = index;
    link.focus();
    link.closest("li")?.scrollIntoView({ block: "nearest" });
  };
  const current = () => {
    const at = links().findIndex((link) => link.closest("li")?.contains(document.activeElement));
    return at < 0 ? lastAt.current : at;
  };
  const step = (by: number) => () => moveTo(stepTarget(by, current()));
  useShortcuts({
    "/": () => search.current?.focus(),
    "?": () => setHelpOpen(true),
    j: step(1),
    k: step(-1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, shiftKey, altKey, ctrlKey, metaKey } = event;
    // The menus and dialogs of entries are elsewhere in the document, but React bubbles their events to here.
    if (!(target instanceof HTMLElement) || !list.current?.contains(target)) return;
    if (shiftKey || altKey || ctrlKey || metaKey || isTyping(target)) return;
    // Here, the arrow keys open a menu.
    if (target.matches("[aria-haspopup=menu]") && key.startsWith("Arrow")) return;
    const to = keyTarget(key, current());
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to);
  };
  return {
    attributes: { ref: list, onKeyDown },
    help: { open: isHelpOpen, onClose: () => setHelpOpen(false) },
  };
}

/** The index that a key leads to, perhaps outside the list; undefined for any other key. */
export const keyTarget = (key: string, at: number): number | undefined =>
  key === "ArrowDown" ? at + 1 : key === "ArrowUp" ? at - 1 : undefined;

/** The first step, while no entry is current (-1), leads to the first one. */
export const stepTarget = (by: number, at: number): number => (at < 0 ? 0 : at + by);

/** Ignores calls while an earlier one is in progress: a second click can come before the busy button is rendered. */
export function useOneAtATime<A extends unknown[], R>(
  action: (...args: A) => Promise<R>,
): (...args: A) => Promise<R | undefined> {
  const isBusy = useRef(false);
  return async (...args) => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    try {
      return await action(...args);
    } finally {
      isBusy.current = false;
    }
  };
}
