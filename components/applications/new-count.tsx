"use client";

import { useQuery } from "@tanstack/react-query";
import { countWords } from "@/lib/counts";
import { overviewQuery } from "@/lib/overview/queries";

/** How many applications are new, for the navigation; nothing if there are none. Refreshed once a minute. */
export function NewCount() {
  const { data } = useQuery(overviewQuery());
  const count = data?.applications.inbox.new;
  if (!count || count.count === 0) return null;
  return (
    <span className="rounded-pill bg-accent px-2 text-sm font-semibold text-accent-ink tabular-nums">
      {countWords(count)}
      <span className="sr-only"> new</span>
    </span>
  );
}
