import type { ComponentPropsWithRef, MouseEvent as ReactMouseEvent } from "react";

/**
 * A link to another page of the site, which opens without a new document (useLinks in frame.tsx). It needs no script of
 * its own, so pages with many links start quickly.
 */
export function Link(attributes: ComponentPropsWithRef<"a"> & { href: string }) {
  return <a data-link="" {...attributes} />;
}

type Click = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** Whether a click means "go there", and not a new tab or window, which browsers open themselves. */
export function isPlainClick(event: Click): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/** Makes a handler for a link that does something on the page instead of opening it. */
export const onPlainClick = (action: () => void) => (event: ReactMouseEvent) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  action();
};
