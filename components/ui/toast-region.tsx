"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { focusIfLost } from "./focus";
import { Cross } from "./icons";
import { Link } from "./link";
import { isTyping } from "./shortcuts";
import { cx } from "./style";
import { connectToasts, SHOWN_MS, type Toast } from "./toast";

/** The space around an element at the bottom of the window, in pixels. */
const GAP = 12;

/**
 * While `isShown`, sets `--room-below` of an element at the bottom of the window to the height of what it must not
 * cover: bars with `data-bottom-bar`, a short dialog, or an on-screen keyboard. Also sets `--toast-room` of the
 * document to the element's own height, for what can make room for it.
 */
function useRoomBelow(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    let frame = 0;
    // In each frame, because anything may move: a bar, a dialog, the page, a keyboard.
    const follow = () => {
      frame = requestAnimationFrame(follow);
      const { current } = element;
      if (!current) return;
      const box = current.getBoundingClientRect();
      current.style.setProperty("--room-below", `${roomBelow(box)}px`);
      makeRoom(`${box.height + GAP}px`);
    };
    follow();
    return () => {
      cancelAnimationFrame(frame);
      document.documentElement.style.removeProperty("--toast-room");
    };
  }, [element, isShown]);
}

/** Sets `--toast-room`. What has the focus stays in view. */
function makeRoom(room: string): void {
  const { style } = document.documentElement;
  if (style.getPropertyValue("--toast-room") === room) return;
  style.setProperty("--toast-room", room);
  const { activeElement } = document;
  if (activeElement?.closest("[data-makes-room]")) activeElement.scrollIntoView({ block: "nearest" });
}

/** How many pixels at the bottom of the window are taken where this box would be. */
function roomBelow({ left, right, height }: DOMRect): number {
  const { innerHeight, visualViewport } = window;
  const keyboard = visualViewport ? innerHeight - visualViewport.offsetTop - visualViewport.height : 0;
  const needed = height + 2 * GAP;
  // Bars behind a dialog do not count: the dialog covers them. A short dialog itself must not be covered.
  const dialog = document.querySelector("[role=dialog][data-open]");
  const isShort = dialog !== null && dialog.getBoundingClientRect().top >= needed;
  const bars = [...(dialog ?? document).querySelectorAll("[data-bottom-bar]"), ...(isShort ? [dialog] : [])]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && bar.left < right && bar.right > left)
    .filter((bar) => bar.top < innerHeight && bar.bottom > innerHeight - needed);
  return Math.max(0, keyboard, ...bars.map((bar) => innerHeight - bar.top));
}

/** The action of a toast that is neither closing nor hidden behind newer ones. */
const ACTION =
  "[data-part=toast]:not([data-ending-style], [data-limited]) [data-part=toast-action]:not([aria-hidden=true])";

/** Ctrl or ⌘ with Z chooses the action of the newest toast, such as "Undo", unless somebody is typing. */
function useToastKeys(region: RefObject<HTMLElement | null>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Newer toasts are first in the document.
    const action = region.current?.querySelector<HTMLElement>(ACTION);
    if (!isUndo(event) || !action || (event.target instanceof HTMLElement && isTyping(event.target))) return;
    event.preventDefault();
    action.click();
  });
  useEffect(() => {
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, []);
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent) =>
  key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey && !repeat;

const MAX_TOASTS = 3;
/** Below this width, there is room for only one toast. */
const NARROW = "(width < 40rem)";

const action = cx(
  "inline-flex min-h-target shrink-0 cursor-pointer items-center rounded-control px-2.5 font-semibold whitespace-nowrap",
  "max-sm:px-2 max-sm:text-sm",
  "underline underline-offset-4 transition hover:decoration-2 active:opacity-75 focus-visible:outline-page",
);

/** Shows toasts and announces them to screen readers. They are at the bottom, above any bars. */
export default function ToastRegion() {
  return (
    <Base.Provider limit={MAX_TOASTS} timeout={SHOWN_MS}>
      <Base.Portal>
        <Region />
      </Base.Portal>
    </Base.Provider>
  );
}

function Region() {
  const { toasts, add, close } = Base.useToastManager<Toast>();
  const viewport = useRef<HTMLDivElement>(null);
  useRoomBelow(viewport, toasts.length > 0);
  const show = useEffectEvent((toast: Toast) => {
    for (const { id } of toasts) if (id !== toast.about && matchMedia(NARROW).matches) close(id);
    add({
      ...(toast.about !== undefined && { id: toast.about }),
      title: toast.text,
      data: toast,
      timeout: toast.shownMs ?? SHOWN_MS,
    });
  });
  const closeWhere = useEffectEvent((isClosed: (toast: Toast) => boolean) => {
    for (const { id, data } of toasts) if (data && isClosed(data)) close(id);
  });
  useEffect(() => connectToasts({ show, closeWhere }), []);

  // What had the focus before a toast got it.
  const before = useRef<HTMLElement | null>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };
  const leave = () => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !viewport.current?.contains(activeElement)) return;
    activeElement.blur();
    focusIfLost(before.current);
  };
  useToastKeys(viewport);
  return (
    <Base.Viewport
      ref={viewport}
      onFocus={onFocus}
      className={cx(
        "pointer-events-none fixed inset-x-4 bottom-[calc(var(--room-below,0px)+0.75rem)] z-40 flex max-w-dialog flex-col-reverse",
        "items-center gap-2 outline-none max-sm:mx-auto print:hidden",
        // At the end, where rows of tables have the least content, or opposite of a side sheet.
        "sm:left-auto sm:items-end sm:in-[body:has([data-part=side-sheet])]:right-auto",
        "sm:in-[body:has([data-part=side-sheet])]:left-4 sm:in-[body:has([data-part=side-sheet])]:items-start",
      )}
    >
      {toasts.map((toast) => (
        <Entry key={toast.id} toast={toast} onLeave={leave} onClose={() => close(toast.id)} />
      ))}
    </Base.Viewport>
  );
}

type EntryProps = {
  toast: ReturnType<typeof Base.useToastManager<Toast>>["toasts"][number];
  onLeave(): void;
  onClose(): void;
};

function Entry({ toast, onLeave, onClose }: EntryProps) {
  const { link, details, otherAction, action: main } = toast.data ?? {};
  return (
    <Base.Root
      toast={toast}
      data-part="toast"
      swipeDirection={["down", "left", "right"]}
      className={cx(
        "pointer-events-auto max-w-full rounded-card bg-ink text-page shadow-raised transition",
        "translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y)",
        "data-ending-style:opacity-0 data-limited:hidden",
        "data-starting-style:translate-y-3 data-starting-style:opacity-0",
      )}
    >
      <Base.Content className="flex items-start gap-x-1 py-1 ps-4 pe-1 max-sm:gap-x-0 max-sm:ps-3">
        {/* Several actions are below the text if there is no room beside it. */}
        <div
          className={cx(
            "flex min-h-target min-w-0 grow items-center justify-end gap-x-1 max-sm:gap-x-0.5",
            [link, details, otherAction, main].filter(Boolean).length > 1 ? "flex-wrap" : "sm:flex-wrap",
          )}
        >
          <Base.Title className="min-w-0 grow py-2 wrap-anywhere max-sm:text-sm max-sm:leading-snug" render={<p />} />
          <div className="flex shrink-0 items-center gap-x-1 max-sm:gap-x-0">
            {link && (
              <Link className={action} href={link.href}>
                {link.label}
              </Link>
            )}
            {[details, otherAction, main].map(
              (choice) =>
                choice && (
                  <button
                    key={choice.label}
                    type="button"
                    data-part={choice === main ? "toast-action" : undefined}
                    className={action}
                    onClick={() => {
                      // After seeing the details, a person can still choose the action.
                      if (choice !== details) {
                        onLeave();
                        onClose();
                      }
                      choice.onSelect();
                    }}
                  >
                    {choice.label}
                  </button>
                ),
            )}
          </div>
        </div>
        {/* Base UI hides this from screen readers until the toast has the focus. Here they can always find it. */}
        <Base.Close className={action} aria-hidden={false} aria-label="Dismiss" onClick={onLeave}>
          <Cross />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  );
}
