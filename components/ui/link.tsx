"use client";

import { usePathname, useRouter } from "next/navigation";
import {
  type ComponentProps,
  type ComponentPropsWithRef,
  type MouseEvent,
  useLayoutEffect,
  useTransition,
} from "react";
import { useProgress } from "./progress-bar";
import { barLink, cx } from "./style";

/**
 * A link to another page of the site. If the page takes time, progress is shown at the top. Next.js's own link is about
 * 2.6 KB larger, and prefetches, which this site does not need.
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
    // Offline, Next.js would load a new document, and so the browser's own error page. Staff pages have a router that
    // says why they stay.
    if (navigator.onLine || window.location.pathname.startsWith("/staff")) startTransition(() => router.push(href));
  };
  return <a href={href} onClick={follow} {...attributes} />;
}

/** Whether a click means "go there", and not a new tab or window, which browsers open themselves. */
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
  isBelow?: boolean;
};

/** Marked when its page, or one below it, is the current one. */
export function NavLink({ isBelow, className, ...link }: Props) {
  const path = usePathname();
  const current = path === link.href ? "page" : isBelow ? "true" : undefined;
  return <Link className={cx(barLink, className)} aria-current={current} {...link} />;
}
