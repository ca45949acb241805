type Close = (kept: readonly string[]) => void;

let closeAllExcept: Close | null = null;

/** Connects the region of the toasts. Returns a function that disconnects it. */
export function setCloseToasts(close: Close): () => void {
  closeAllExcept = close;
  return () => {
    if (closeAllExcept === close) closeAllExcept = null;
  };
}

/** Closes all toasts that are about something else, such as another animal than the one in a sheet. */
export function closeOtherToasts(...kept: readonly string[]): void {
  closeAllExcept?.(kept);
}
