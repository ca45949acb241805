"use client";

import { useEffect, useState } from "react";
import { cx } from "../ui/style/cx";

type Entry = { id: string; title: string };

type Props = {
  /** Lists of sections, in the order of the page. */
  lists: readonly (readonly Entry[])[];
  className: string;
};

/** A row; in a wide window, a column. */
const list = cx(
  "flex flex-wrap gap-x-[1.2rem] lg:block lg:not-last:border-b lg:not-last:border-line lg:py-2",
  "[&_a]:inline-flex [&_a]:min-h-target [&_a]:items-center",
  "lg:[&_[aria-current]]:font-semibold lg:[&_[aria-current]]:text-ink lg:[&_[aria-current]]:no-underline",
);

/** The contents of the reference, which mark the section that is being read. */
export function Contents({ lists, className }: Props) {
  const read = useSectionRead(lists);
  return (
    <nav aria-label="On this page" id="contents" className={className}>
      {lists.map((entries) => (
        <ul key={entries[0]?.id} className={list}>
          {entries.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === read ? "location" : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

/** How far up the window a section has to be to count as being read. */
const READ_PART = 0.3;

/** Returns the id of the section that is being read, or undefined before the first one. */
function useSectionRead(lists: Props["lists"]): string | undefined {
  const [read, setRead] = useState<string>();
  useEffect(() => {
    const ids = lists.flat().map(({ id }) => id);
    const topOf = (id: string) => {
      const target = document.getElementById(id);
      // What is in a closed group has no position.
      const shown = target?.closest("details") ?? target;
      return shown?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    };
    const hasBegun = (id: string) => topOf(id) < window.innerHeight * READ_PART;
    // A short section that a link leads to is read, although the next one begins just below it.
    const isLinked = (id: string) => window.location.hash === `#${id}` && topOf(id) > -1 && hasBegun(id);
    const look = () => setRead(ids.find(isLinked) ?? ids.findLast(hasBegun));
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("hashchange", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("hashchange", look);
    };
  }, [lists]);
  return read;
}
