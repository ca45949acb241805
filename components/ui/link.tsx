"use client";

import { usePathname, useRouter } from "next/navigation";
import {
  type ComponentProps,
  type ComponentPropsWithRef,
  type MouseEvent,
  useLayoutEffect,
  useSyncExternalStore,
  useTransition,
} from "react";
import { useProgress } from "./progress-bar";
import { barLink, cx } from "./style";

const CHANGED = "openlater";

/** The URL of the page whose link waits for the connection. */
let from: string | null = null;

/** Opens a page once the connection is back, unless the visitor has left by then. Only the last choice counts. */
function openLater(open: () => void): void {
  from = window.location.href;
  window.ononline = () => {
    if (from === window.location.href) open();
    from = window.ononline = null;
    window.dispatchEvent(new Event(CHANGED));
  };
  window.dispatchEvent(new Event(CHANGED));
}

/** Whether a page will open once the connection is back. */
export function useOpensLater(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => from !== null,
    () => false,
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}

/**
 * A link to another page of the site, which replaces the content without loading a new document. If that takes time,
 * the page shows progress at the top. While the browser is offline, the link waits. The link of Next.js is about 2.6 KB
 * larger, and also prefetches, which this site does not need.
 */
export function Link({ href, onClick, ...attributes }: ComponentPropsWithRef<"a"> & { href: string }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useProgress(isPending);
  // Scrolls to the top of the next page, which Next.js alone would leave scrolled by part of the header.
  useLayoutEffect(() => {
    if (isPending) return () => window.scrollTo({ top: 0, behavior: "instant" });
  }, [isPending]);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    const open = () => startTransition(() => router.push(href));
    // Next.js alone would load a new document, and so the browser's own error page. Staff pages have a router that says
    // why they stay.
    if (navigator.onLine || window.location.pathname.startsWith("/staff")) open();
    else openLater(open);
  };
  return <a href={href} onClick={follow} {...attributes} />;
}

/**
 * Whether a click means "go there". With a modifier key it means a new tab or window, which browsers open themselves.
 */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/** Makes a handler for a link that does something on the page instead of opening it. */
export const onPlainClick = (action: () => void) => (event: MouseEvent) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  action();
};

type Props = ComponentProps<typeof Link> & {
  /** Whether the current page is one below this page. */
  isBelow?: boolean;
};

/** A link of the main navigation. It is marked when its page, or one below it, is the current one. */
export function NavLink({ isBelow, className, ...link }: Props) {
  const path = usePathname();
  const current = path === link.href ? "page" : isBelow ? "true" : undefined;
  return <Link className={cx(barLink, className)} aria-current={current} {...link} />;
}
