import { type RefObject, useEffect, useEffectEvent } from "react";
import { isTyping } from "./use-shortcuts";

/** The action of a toast that is neither closing nor hidden behind newer ones. */
const ACTION =
  "[data-part=toast]:not([data-ending-style], [data-limited]) [data-part=toast-action]:not([aria-hidden=true])";

/**
 * Ctrl or ⌘ with Z chooses the action of the newest toast in a region, such as "Undo", unless somebody is typing. The
 * action is marked with `data-part=toast-action`.
 */
export function useToastKeys(region: RefObject<HTMLElement | null>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Newer toasts are first in the document.
    const action = region.current?.querySelector<HTMLElement>(ACTION);
    if (!isUndo(event) || !action || (event.target instanceof HTMLElement && isTyping(event.target))) return;
    event.preventDefault();
    action.click();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent) =>
  key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey && !repeat;
