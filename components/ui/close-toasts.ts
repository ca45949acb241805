type Close = (about: string) => void;

let closeAllExcept: Close | null = null;

/** Connects the region of the toasts. Returns a function that disconnects it. */
export function setCloseToasts(close: Close): () => void {
  closeAllExcept = close;
  return () => {
    if (closeAllExcept === close) closeAllExcept = null;
  };
}

/** Closes all toasts that are about something else, such as another animal than the one in a sheet. */
export function closeOtherToasts(about: string): void {
  closeAllExcept?.(about);
}
