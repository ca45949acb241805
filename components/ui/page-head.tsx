"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { isolate } from "@/lib/values/words";
import { useHasArrived } from "./browser";
import { continueAt } from "./focus";
import { Link } from "./link";
import { rowLink } from "./style";

function findHeading(): HTMLElement | null {
  const heading = document.querySelector("h1");
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}

export const focusHeading = () => findHeading()?.focus();

/** Requests the page again. If another page then replaces this component, its heading gets the focus. */
export function useNextPage(): () => void {
  const router = useRouter();
  const isAsked = useRef(false);
  // By the time an effect is cleaned up, the next page is in the document.
  useEffect(
    () => () => {
      if (isAsked.current) focusHeading();
    },
    [],
  );
  return () => {
    isAsked.current = true;
    router.refresh();
  };
}

type Props = { title: ReactNode; about?: ReactNode; children?: ReactNode };

/** The heading of a page, a line about it (on a phone at the end), and its main action. */
export function PageHead({ title, about, children }: Props) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:gap-x-3 max-sm:gap-y-1">
      <div className="grid min-w-0 gap-1 max-sm:contents">
        <h1 tabIndex={-1} className="wrap-anywhere">
          {title}
        </h1>
        {about && <p className="text-soft max-sm:order-last max-sm:w-full">{about}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2.5">{children}</div>}
    </div>
  );
}

/** The link back to the list. When a link has led to the page, the heading gets the focus. */
export function BackLink({ href, children }: { href: string; children: string }) {
  const hasArrived = useHasArrived();
  useEffect(() => {
    if (hasArrived) continueAt(findHeading);
  }, [hasArrived]);
  return (
    <p className="-mb-4">
      <Link className={rowLink} href={href}>
        ← {children}
      </Link>
    </p>
  );
}

/** Sets the title of the tab to this text, followed by the name of the site. */
export function useTitle(name: string, site: string): void {
  // Before the page is left, so that the next one keeps its own title.
  useLayoutEffect(() => {
    const title = `${isolate(name)} – ${isolate(site)}`;
    const set = () => {
      if (document.title !== title) document.title = title;
    };
    set();
    // Next.js may set the title after the content is shown.
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [name, site]);
}
