"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { focusIfLost } from "./focus";
import { Cross } from "./icons";
import { Link } from "./link";
import { isTyping } from "./shortcuts";
import { cx } from "./style";
import { connectToasts, SHOWN_MS, type Toast } from "./toast";

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
        "pointer-events-none fixed inset-x-4 bottom-3 z-40 flex max-w-dialog flex-col-reverse",
        // Above a bar at the bottom.
        "in-[body:has([data-bottom-bar])]:bottom-20",
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
  const { link, otherAction, action: main } = toast.data ?? {};
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
            [link, otherAction, main].filter(Boolean).length > 1 ? "flex-wrap" : "sm:flex-wrap",
          )}
        >
          <Base.Title className="min-w-0 grow py-2 wrap-anywhere max-sm:text-sm" render={<p />} />
          <div className="flex shrink-0 items-center gap-x-1 max-sm:gap-x-0">
            {link && (
              <Link className={action} href={link.href}>
                {link.label}
              </Link>
            )}
            {[otherAction, main].map(
              (choice) =>
                choice && (
                  <button
                    key={choice.label}
                    type="button"
                    data-part={choice === main ? "toast-action" : undefined}
                    className={action}
                    onClick={() => {
                      onLeave();
                      onClose();
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
