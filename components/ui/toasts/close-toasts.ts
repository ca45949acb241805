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
