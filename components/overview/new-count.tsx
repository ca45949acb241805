"use client";

import { useQuery } from "@tanstack/react-query";
import { countWords } from "@/lib/counts";
import { overviewQuery } from "@/lib/overview/queries";

/**
 * How many applications are new, for the navigation; nothing if there are none. Refreshed once a minute. A dot is for
 * places beside the name of another page.
 */
export function NewCount({ look = "count" }: { look?: "count" | "dot" }) {
  const { data } = useQuery(overviewQuery());
  const count = data?.applications.inbox.new;
  if (!count || count.count === 0) return null;
  if (look === "dot") {
    return (
      <span className="size-2.5 shrink-0 rounded-pill bg-accent">
        <span className="sr-only">, {countWords(count)} new applications</span>
      </span>
    );
  }
  return (
    <span className="rounded-pill bg-accent px-2 text-sm font-semibold text-accent-ink tabular-nums">
      {countWords(count)}
      <span className="sr-only"> new</span>
    </span>
  );
}
