"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { useEffect } from "react";
import { cx } from "./cx";
import { Link } from "./link";
import { setToastRegion, type Toast } from "./show-toast";

/** Maximum number of toasts shown at a time. */
const MAX_TOASTS = 3;
/** How long a toast is shown; it stays while it is pointed at or has the focus. */
const SHOWN_MS = 6_000;

const action = cx(
  "inline-flex min-h-target shrink-0 cursor-pointer items-center rounded-control px-2.5 font-semibold whitespace-nowrap",
  "underline underline-offset-4 transition hover:decoration-2 active:opacity-75 focus-visible:outline-page",
);

/** Shows toasts and announces them to screen readers: at the top, because the buttons of sheets are at the bottom. */
export default function ToastRegion() {
  return (
    <Base.Provider limit={MAX_TOASTS} timeout={SHOWN_MS}>
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 top-3 z-40 mx-auto grid max-w-dialog justify-items-center gap-2 print:hidden">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function List() {
  const { toasts, add, close } = Base.useToastManager<Toast>();
  useEffect(
    () =>
      setToastRegion((toast) =>
        add({ title: toast.text, data: toast, ...(toast.shownMs && { timeout: toast.shownMs }) }),
      ),
    [add],
  );
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      data-part="toast"
      swipeDirection={["up", "left", "right"]}
      className={cx(
        "rounded-card bg-ink text-page shadow-raised transition focus-visible:rounded-card",
        "translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y)",
        "data-ending-style:opacity-0 data-limited:hidden",
        "data-starting-style:-translate-y-3 data-starting-style:opacity-0",
      )}
    >
      <Base.Content className="flex items-center gap-x-1 py-1 ps-4 pe-2">
        <Base.Title className="me-auto line-clamp-3 min-w-0 py-1 wrap-anywhere" render={<p />} />
        {toast.data?.link && (
          <Link className={action} href={toast.data.link.href}>
            {toast.data.link.label}
          </Link>
        )}
        {toast.data?.action && (
          <button
            type="button"
            className={action}
            onClick={() => {
              close(toast.id);
              toast.data?.action?.onSelect();
            }}
          >
            {toast.data.action.label}
          </button>
        )}
        {/* Base UI hides it from screen readers until the toast has the focus; here it can be found at once. */}
        <Base.Close className={action} aria-hidden={false} aria-label="Dismiss">
          <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3.5 fill-none stroke-current stroke-2">
            <path d="m2 2 8 8m0-8-8 8" />
          </svg>
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
