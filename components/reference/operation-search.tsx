"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Input } from "../ui/forms/field";
import { cx } from "../ui/style/cx";
import { needsScripts } from "../ui/style/needs-scripts";

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
