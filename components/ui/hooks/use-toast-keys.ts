import { type RefObject, useEffect, useEffectEvent } from "react";
import { isTyping } from "./use-shortcuts";

/** Matches the buttons that the keys press, in toasts that are neither closing nor hidden behind newer ones. */
const inToasts = (selector: string) =>
  `[data-part=toast]:not([data-ending-style], [data-limited]) :is(${selector}):not([aria-hidden=true])`;

type Options = {
  /** The region of the toasts. */
  region: RefObject<HTMLElement | null>;
  /** Returns the focus to where it was before a toast got it. */
  onLeave(): void;
};

/**
 * The keys of toasts. F6 moves to the action of the newest toast, such as "Undo", and back. Ctrl or ⌘ with Z chooses
 * that action, unless somebody is typing. The action is marked with `data-part=toast-action`.
 */
export function useToastKeys({ region, onLeave }: Options): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Newer toasts are first in the document.
    const find = (selector: string) => region.current?.querySelector<HTMLElement>(inToasts(selector));
    const action = find("[data-part=toast-action]");
    if (event.key === "F6") {
      const target = action ?? find("a, button");
      if (!target) return;
      // Base UI would put the focus on the whole region.
      event.stopPropagation();
      event.preventDefault();
      if (region.current?.contains(document.activeElement)) onLeave();
      else target.focus({ preventScroll: true });
    } else if (isUndo(event) && action && !(event.target instanceof HTMLElement && isTyping(event.target))) {
      event.preventDefault();
      action.click();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent) =>
  key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey && !repeat;
