"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { usePathname } from "next/navigation";
import { type FocusEvent, useEffect, useEffectEvent, useRef } from "react";
import { focusIfLost } from "../browser/continue-at";
import { Cross } from "../display/cross";
import { useRoomBelow } from "../hooks/use-room-below";
import { useToastKeys } from "../hooks/use-toast-keys";
import { Link } from "../navigation/link";
import { cx } from "../style/cx";
import { setCloseToasts } from "./close-toasts";
import { setToastRegion, type Toast } from "./show-toast";

/** Maximum number of toasts at the same time. */
const MAX_TOASTS = 3;
/** How long a toast is shown. It stays while the pointer is on it or it has the focus. */
const SHOWN_MS = 6_000;
/** How long a toast is shown that offers nothing to choose. */
const READ_MS = 4_000;
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

/** Returns what a toast offers to choose. */
const choicesOf = ({ link, details, otherAction, action: main }: Partial<Toast>) =>
  [link, details, otherAction, main].filter(Boolean);

function Region() {
  const { toasts, add, close } = Base.useToastManager<Toast>();
  const viewport = useRef<HTMLDivElement>(null);
  useRoomBelow(viewport, toasts.length > 0);
  const show = useEffectEvent((toast: Toast) => {
    for (const { id, data } of toasts) {
      // Base UI replaces a toast with the same id without calling anybody.
      if (id === toast.about) data?.onClose?.();
      else if (matchMedia(NARROW).matches) close(id);
    }
    add({
      ...(toast.about !== undefined && { id: toast.about }),
      title: toast.text,
      data: toast,
      timeout: toast.shownMs ?? (choicesOf(toast).length > 0 ? SHOWN_MS : READ_MS),
      onClose: () => toast.onClose?.(),
    });
  });
  useEffect(() => setToastRegion((toast) => show(toast)), []);
  const closeWhere = useEffectEvent((isClosed: (toast: Toast) => boolean) => {
    for (const { id, data } of toasts) if (data && isClosed(data)) close(id);
  });
  useLeave(() => {
    for (const { id, data } of toasts) if (!data?.action && !data?.staysOnLeave) close(id);
  });
  useEffect(() => setCloseToasts((isClosed) => closeWhere(isClosed)), []);

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
        // At the end, where rows of tables have the least content. A side sheet is there too, so beside it they are at
        // the start.
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

/** Calls `onLeave` when another page opens. */
function useLeave(onLeave: () => void): void {
  const path = usePathname();
  const shown = useRef(path);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    leave();
  }, [path]);
}

type EntryProps = {
  toast: ReturnType<typeof Base.useToastManager<Toast>>["toasts"][number];
  /** Returns the focus to where it was before. */
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
            choicesOf(toast.data ?? {}).length > 1 ? "flex-wrap" : "sm:flex-wrap",
          )}
        >
          <Base.Title className="min-w-0 grow py-2 wrap-anywhere max-sm:text-sm max-sm:leading-snug" render={<p />} />
          {/* They stay side by side. */}
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
