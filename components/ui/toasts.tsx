"use client";

import Link from "next/link";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";

/** A temporary success message. Errors are shown permanently next to their cause. */
export type Toast = { text: string; link?: { href: string; label: string } };

/** Most toasts shown at a time. */
const MAX_TOASTS = 3;
/** How long a toast is shown; it stays while it is pointed at or has the focus. */
const SHOWN_MS = 6_000;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Shows toasts and announces them to screen readers. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([]);
  const next = useRef(0);
  const add = useCallback((toast: Toast) => {
    const id = next.current++;
    setToasts((shown) => [...shown, { ...toast, id }].slice(-MAX_TOASTS));
  }, []);
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={add}>
      {children}
      <div className="toasts" role="status" aria-atomic="false">
        {toasts.map((toast) => (
          <ToastMessage key={toast.id} {...toast} onDone={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

/** Returns the function that shows a toast. */
export const useToast = () => useContext(ToastContext);

function ToastMessage({ id, text, link, onDone }: Toast & { id: number; onDone(id: number): void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onDone, SHOWN_MS, id);
    return () => clearTimeout(timer);
  }, [id, held, onDone]);
  const dismiss = () => {
    document.getElementById("main")?.focus({ preventScroll: true });
    onDone(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep the toast open while it is read.
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {link && (
        <Link href={link.href} prefetch={false}>
          {link.label}
        </Link>
      )}
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  );
}
