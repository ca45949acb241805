import type { ReactNode } from "react";
import { subscribeTo } from "./browser";

/** A temporary message about a success. Errors stay, next to their cause. */
export type Toast = {
  text: ReactNode;
  /** A newer toast about the same thing replaces it. */
  about?: string;
  link?: { href: string; label: string };
  /** Choosing an action closes the toast. */
  action?: ToastAction;
  otherAction?: ToastAction;
  shownMs?: number;
};

type ToastAction = { label: string; onSelect(): void };

/** Toasts stay longer while the pointer is on them or they have the focus. */
export const SHOWN_MS = 6_000;
/** How long "Undo" is offered. */
export const UNDO_MS = 10_000;

type Region = { show(toast: Toast): void; closeWhere(isClosed: (toast: Toast) => boolean): void };

let region: Region | null = null;
let early: Toast[] = [];
const WANTED = "toastwanted";

/** Shows a toast. The code that renders toasts is loaded with the first one. */
export function showToast(toast: Toast): void {
  if (region) {
    region.show(toast);
    return;
  }
  early.push(toast);
  window.dispatchEvent(new Event(WANTED));
}

/** Says why a page of staff stays. */
export const sayOffline = () =>
  showToast({ about: "offline", text: "You are offline. Try again when the connection is back." });

/** Returns a function that disconnects it. */
export function connectToasts(next: Region): () => void {
  region = next;
  for (const toast of early) next.show(toast);
  early = [];
  return () => {
    region = null;
  };
}

export const areToastsWanted = () => region !== null || early.length > 0;

export const onToast = subscribeTo(WANTED);

/** A newer change makes the "Undo" of an earlier one outdated. */
export function closeToastsAbout(about: string): void {
  region?.closeWhere((toast) => toast.about === about);
}

/** Closes toasts that only report success, before an error is shown. "Undo" stays. */
export function closeDoneToasts(): void {
  region?.closeWhere(({ action }) => action === undefined);
}
