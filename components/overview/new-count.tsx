"use client";

import { useQuery } from "@tanstack/react-query";
import { inboxHref } from "@/lib/applications/inbox";
import { overviewQuery } from "@/lib/overview/client";
import type { Count } from "@/lib/overview/schema";
import { countWords } from "@/lib/values/words";
import { Link } from "../ui/link";

/** `first` is the count when the page was rendered, so that nothing moves when the next one arrives. */
type Props = { first: Count };

/** How many applications are new, for the navigation. Renders nothing if there are none. Refreshed once a minute. */
export function NewCount({ first }: Props) {
  const words = useNewWords(first);
  if (words === null) return null;
  return (
    <span className="rounded-pill bg-accent px-2 text-sm font-semibold text-accent-ink tabular-nums">
      {words}
      <span className="sr-only"> new</span>
    </span>
  );
}

/** A link to the new applications, for places without a link to all applications. Renders nothing if there are none. */
export function NewLink({ first }: Props) {
  const words = useNewWords(first);
  if (words === null) return null;
  return (
    <Link
      className="group inline-flex min-h-target shrink-0 items-center px-1 no-underline focus-visible:rounded-control"
      href={inboxHref({ ongoing: "true" })}
    >
      <span className="rounded-pill bg-accent px-2.5 text-sm font-semibold whitespace-nowrap text-accent-ink tabular-nums transition group-hover:bg-accent-hover">
        {words} new<span className="sr-only"> applications</span>
      </span>
    </Link>
  );
}

function useNewWords(first: Count): string | null {
  const count = useQuery(overviewQuery()).data?.applications.inbox.new ?? first;
  return count.count > 0 ? countWords(count) : null;
}
