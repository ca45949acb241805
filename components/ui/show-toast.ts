import type { ReactNode } from "react";

/** A temporary success message. Errors are shown permanently next to their cause. */
export type Toast = {
  text: ReactNode;
  /** What it is about, such as one animal: a newer toast about the same replaces the older. */
  about?: string;
  link?: { href: string; label: string };
  /** What can be done about it, such as "Undo": the toast goes when it is chosen. */
  action?: ToastAction;
  /** Where there is more to read about it: the toast stays when it is chosen. */
  details?: ToastAction;
  /** How long it is shown, in milliseconds, where that is not as long as usual. */
  shownMs?: number;
  /** Called when it goes, for whatever reason. */
  onClose?(): void;
};

type ToastAction = { label: string; onSelect(): void };

/** How long "Undo" is offered, in milliseconds. */
export const UNDO_MS = 10_000;

type Region = (toast: Toast) => void;

/** Toasts from before the region for them was loaded. */
let early: Toast[] = [];
let isWanted = false;
let region: Region | null = null;
const listeners = new Set<() => void>();

/** Shows a toast. The code that draws them is loaded with the first one. */
export function showToast(toast: Toast): void {
  if (region) {
    region(toast);
    return;
  }
  early.push(toast);
  isWanted = true;
  for (const listener of listeners) listener();
}

/**
 * Hands all toasts to a region, including those shown before it existed. Returns a function that takes them away again.
 */
export function setToastRegion(next: Region): () => void {
  region = next;
  for (const toast of early) next(toast);
  early = [];
  return () => {
    if (region === next) region = null;
  };
}

/** Whether there was a toast, so that the region has to be loaded. */
export const areToastsWanted = () => isWanted;

/** Calls `changed` when the first toast comes. */
export function onFirstToast(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
