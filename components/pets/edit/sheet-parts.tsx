import { type ReactNode, useEffect, useRef } from "react";

/** The parts of the sheet below the name, with the ids of their elements. */
export const SHEET_PARTS = { facts: "edit-facts", story: "edit-story", photos: "edit-photos" } as const;
export type SheetPart = keyof typeof SHEET_PARTS;

type Props = {
  /** The part at which the sheet begins, or null for the title. */
  part: SheetPart | null;
  /** A new animal begins at its photos, and the button that adds one gets the focus. */
  isNew: boolean;
  children: ReactNode;
};

/** Scrolls to a part of the sheet when it is shown, and gives it the focus. */
export function StartAt({ part, isNew, children }: Props) {
  const first = useRef({ part, isNew });
  useEffect(() => {
    const { current } = first;
    const element = current.part && document.getElementById(SHEET_PARTS[current.part]);
    if (!element) return;
    element.focus({ preventScroll: true });
    // The label of the story is above it.
    (current.part === "story" ? element.parentElement : element)?.scrollIntoView({ block: "start" });
    if (current.isNew) element.querySelector<HTMLElement>("input[type=file]")?.focus();
  }, []);
  return children;
}
