import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { isPlainClick } from "../../ui/navigation/link";
import { pill } from "../../ui/style/pill";

/** The parts of the sheet below the name, with the ids of their elements. */
export const SHEET_PARTS = { facts: "edit-facts", story: "edit-story", photos: "edit-photos" } as const;
export type SheetPart = keyof typeof SHEET_PARTS;

const LABELS: Readonly<Record<SheetPart, string>> = { facts: "Facts", story: "Story", photos: "Photos" };
const PARTS = ["facts", "story", "photos"] as const;

const elementOf = (part: SheetPart) => document.getElementById(SHEET_PARTS[part]);

/** Returns the element where a part begins. The label of the story is above it. */
const startOf = (part: SheetPart) => (part === "story" ? elementOf(part)?.parentElement : elementOf(part));

/** Returns the element that scrolls. */
const findBody = () => elementOf("facts")?.closest("[data-makes-room]");

/** Scrolls to a part of the sheet, and gives it the focus. */
function goTo(part: SheetPart): void {
  elementOf(part)?.focus({ preventScroll: true });
  startOf(part)?.scrollIntoView({ block: "start" });
}

/**
 * Begins at a part of the sheet, when it is shown. A new animal begins at its photos, and the button that adds one gets
 * the focus.
 */
function useStartAt(part: SheetPart | null, isNew: boolean): void {
  const first = useRef({ part, isNew });
  useEffect(() => {
    const { current } = first;
    if (current.part === null) return;
    goTo(current.part);
    if (current.isNew) elementOf(current.part)?.querySelector<HTMLElement>("input[type=file]")?.focus();
  }, []);
}

/**
 * The part that fills most of the view, or the first one while that is what comes before them. A part that was chosen,
 * or has the focus, stays until the sheet scrolls again.
 */
function useCurrentPart(chosenAt: RefObject<number | null>) {
  const [current, setCurrent] = useState<SheetPart>(PARTS[0]);
  const update = useEffectEvent((body: Element) => {
    if (body.scrollTop === chosenAt.current) return;
    chosenAt.current = null;
    setCurrent(findPart(body));
  });
  const follow = useEffectEvent((body: Element, target: EventTarget | null) => {
    const focused = PARTS.find((part) => target instanceof Node && startOf(part)?.contains(target));
    if (focused === undefined) return update(body);
    chosenAt.current = body.scrollTop;
    setCurrent(focused);
  });
  useEffect(() => {
    const body = findBody();
    if (!body) return;
    const onScroll = () => update(body);
    const onFocus = (event: Event) => follow(body, event.target);
    onScroll();
    body.addEventListener("scroll", onScroll, { passive: true });
    body.addEventListener("focusin", onFocus);
    return () => {
      body.removeEventListener("scroll", onScroll);
      body.removeEventListener("focusin", onFocus);
    };
  }, []);
  return [current, setCurrent] as const;
}

/**
 * Returns the part that fills most of the view; the first one begins with what comes before it. At the end of the sheet
 * it is the last part, however short.
 */
function findPart(body: Element): SheetPart {
  const { scrollTop, clientHeight, scrollHeight } = body;
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return "photos";
  const view = body.getBoundingClientRect();
  const visible = (top: number, bottom: number) => Math.min(bottom, view.bottom) - Math.max(top, view.top);
  const boxes = PARTS.map((part) => ({ part, box: startOf(part)?.getBoundingClientRect() }));
  const before = visible(view.top, boxes[0]?.box?.top ?? view.bottom);
  return boxes.reduce<{ part: SheetPart; height: number }>(
    (most, { part, box }) => {
      const height = box ? visible(box.top, box.bottom) : 0;
      return height > most.height ? { part, height } : most;
    },
    { part: PARTS[0], height: before },
  ).part;
}

/** `startAt` is the part at which the sheet begins, or null for the title. */
type Props = { startAt: SheetPart | null; photos: number; isNew: boolean; links: ReactNode };

/**
 * Links to the parts of the sheet, which are far below, and in a wider window what else leads on. They stay in view
 * while the sheet scrolls, but not beside the keyboard of a phone, which leaves too little room.
 */
export function SheetJumps({ startAt, photos, isNew, links }: Props) {
  useStartAt(startAt, isNew);
  const chosenAt = useRef<number | null>(null);
  const [current, setCurrent] = useCurrentPart(chosenAt);
  return (
    <div className="flex items-center justify-between gap-x-4 border-b border-line px-5 py-0.5 max-sm:px-3 low:hidden">
      <nav aria-label="Parts" className="flex gap-2">
        {PARTS.map((part) => (
          <a
            key={part}
            className={pill}
            href={`#${SHEET_PARTS[part]}`}
            aria-current={part === current ? "location" : undefined}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              goTo(part);
              chosenAt.current = findBody()?.scrollTop ?? null;
              setCurrent(part);
            }}
          >
            {LABELS[part]}
            {part === "photos" && ` (${photos})`}
          </a>
        ))}
      </nav>
      <div className="max-sm:hidden">{links}</div>
    </div>
  );
}
