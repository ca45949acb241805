"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Input } from "../ui/field";
import { cx, needsScripts } from "../ui/style";

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

const MAX_LENGTH = 100;

/** A field that shows only the operations with certain words, and opens their groups. Hidden without scripts. */
export function OperationSearch() {
  const input = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState<number | null>(null);
  /** The groups that the search has opened, and closes again. */
  const opened = useRef(new Set<HTMLDetailsElement>());
  const search = (text: string) =>
    setCount(showMatches(text.toLowerCase().split(/\s+/).filter(Boolean), opened.current));

  // A link of the contents may lead to an operation that the search hides.
  const onHash = useEffectEvent(() => {
    const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
    if (!target?.closest("[hidden]")) return;
    if (input.current) input.current.value = "";
    search("");
    target.closest("details")?.setAttribute("open", "");
    target.scrollIntoView();
  });
  useEffect(() => {
    const listen = () => onHash();
    window.addEventListener("hashchange", listen);
    return () => window.removeEventListener("hashchange", listen);
  }, []);
  return (
    <search className={cx("mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden", needsScripts)}>
      <Input
        ref={input}
        type="search"
        aria-label="Find an operation"
        placeholder="Find an operation"
        className="max-w-96 flex-[1_1_12rem]"
        maxLength={MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => search(target.value)}
      />
      <span role="status" className="text-soft">
        {count !== null && (count === 1 ? "1 operation" : `${count || "No"} operations`)}
      </span>
    </search>
  );
}

/**
 * Shows only the operations that have all the words, and returns how many there are. Without words, shows all and
 * returns null.
 */
function showMatches(words: readonly string[], opened: Set<HTMLDetailsElement>): number | null {
  let count = 0;
  for (const group of document.querySelectorAll<HTMLDetailsElement>("[data-part=operations]")) {
    let found = 0;
    for (const operation of group.querySelectorAll<HTMLElement>("[data-part=operation]")) {
      const isFound = words.every((word) => operation.dataset.words?.includes(word));
      operation.hidden = !isFound;
      if (isFound) found++;
    }
    group.hidden = found === 0;
    if (words.length === 0 ? opened.delete(group) : found > 0 && !group.open) {
      group.open = words.length > 0;
      if (group.open) opened.add(group);
    }
    count += found;
  }
  return words.length === 0 ? null : count;
}
