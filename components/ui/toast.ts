import type { ReactNode } from "react";

/** A temporary message about a success. Errors stay, next to their cause. */
export type Toast = {
  text: ReactNode;
  /** What it is about, such as an animal. A newer toast about the same thing replaces it. */
  about?: string;
  link?: { href: string; label: string };
  /** An action such as "Undo". Choosing it closes the toast. */
  action?: ToastAction;
  /** Another action. Choosing it closes the toast, too. */
  otherAction?: ToastAction;
  /** A link to more information. Choosing it does not close the toast. */
  details?: ToastAction;
  /** Whether it stays when another page is opened, because its change leads there. With an action it always stays. */
  staysOnLeave?: boolean;
  /** How long it is shown, in milliseconds. The default is the usual time. */
  shownMs?: number;
  /** Called when it closes, for whatever reason. */
  onClose?(): void;
};

type ToastAction = { label: string; onSelect(): void };

/** How long "Undo" is offered, in milliseconds. */
export const UNDO_MS = 10_000;

type Region = (toast: Toast) => void;

/** Toasts from before their region was loaded. */
let early: Toast[] = [];
let isWanted = false;
let region: Region | null = null;
const listeners = new Set<() => void>();

/** Shows a toast. The code that renders toasts is loaded with the first one. */
export function showToast(toast: Toast): void {
  if (region) {
    region(toast);
    return;
  }
  early.push(toast);
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Passes all toasts to a region, including earlier ones. Returns a function that disconnects it. */
export function setToastRegion(next: Region): () => void {
  region = next;
  for (const toast of early) next(toast);
  early = [];
  return () => {
    if (region === next) region = null;
  };
}

/** Whether there has been a toast, so the region has to be loaded. */
export const areToastsWanted = () => isWanted;

/** Calls `changed` when the first toast is shown. */
export function onFirstToast(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

type Close = (isClosed: (toast: { about?: string; action?: unknown }) => boolean) => void;

let closeWhere: Close | null = null;

/** Connects the region of the toasts. Returns a function that disconnects it. */
export function setCloseToasts(close: Close): () => void {
  closeWhere = close;
  return () => {
    if (closeWhere === close) closeWhere = null;
  };
}

/** Closes all toasts that are about something else, such as another animal than the one in a sheet. */
export function closeOtherToasts(...kept: readonly string[]): void {
  closeWhere?.(({ about }) => about === undefined || !kept.includes(about));
}

/** Closes the toasts about one thing. A newer change of it makes their "Undo" outdated. */
export function closeToastsAbout(about: string): void {
  closeWhere?.((toast) => toast.about === about);
}

/** Closes toasts that only report success, before an error is shown. "Undo" stays. */
export function closeDoneToasts(): void {
  closeWhere?.(({ action }) => action === undefined);
}
