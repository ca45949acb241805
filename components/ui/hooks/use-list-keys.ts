import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { keyTarget, stepTarget } from "@/lib/values/key-target";
import { isTyping, useShortcuts } from "./use-shortcuts";

/**
 * `j`, `k` and the arrow keys move the focus through the links with `data-entry`, one in each entry, and `/`
 * moves it into the search. `?` opens the list of shortcuts. `attributes` are for the list.
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
  /** The entry that has the focus, or had it last. */
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
