import { useEffect, useRef } from "react";
import { isPlainClick } from "../../ui/link";
import { pill } from "../../ui/pill";

/** The parts of the sheet below the name, with the ids of their elements. */
export const SHEET_PARTS = { facts: "edit-facts", story: "edit-story", photos: "edit-photos" } as const;
export type SheetPart = keyof typeof SHEET_PARTS;

const LABELS: Readonly<Record<SheetPart, string>> = { facts: "Facts", story: "Story", photos: "Photos" };
const PARTS = ["facts", "story", "photos"] as const;

/** Scrolls to a part of the sheet, and gives it the focus. */
function goTo(part: SheetPart): void {
  const element = document.getElementById(SHEET_PARTS[part]);
  element?.focus({ preventScroll: true });
  // The label of the story is above it.
  (part === "story" ? element?.parentElement : element)?.scrollIntoView({ block: "start" });
}

/** Begins at a part of the sheet, when it is shown. */
function useStartAt(part: SheetPart | null): void {
  const first = useRef(part);
  useEffect(() => {
    if (first.current) goTo(first.current);
  }, []);
}

/** `startAt` is the part at which the sheet begins, or null for the title. */
type Props = { startAt: SheetPart | null; photos: number };

/** Links to the parts of the sheet, on a phone, where they are far below. They stay in view while the sheet scrolls. */
export function SheetJumps({ startAt, photos }: Props) {
  useStartAt(startAt);
  return (
    <nav aria-label="Parts" className="flex gap-2 border-b border-line px-5 py-0.5 sm:hidden">
      {PARTS.map((part) => (
        <a
          key={part}
          className={pill}
          href={`#${SHEET_PARTS[part]}`}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            goTo(part);
          }}
        >
          {LABELS[part]}
          {part === "photos" && ` (${photos})`}
        </a>
      ))}
    </nav>
  );
}
