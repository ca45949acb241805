"use client";

import { useFocusOnArrival } from "./focus-heading";
import { Link } from "./link";
import { rowLink } from "./links";

/** The link back to the list, above the heading of a page, which gets the focus after a link has led there. */
export function BackLink({ href, children }: { href: string; children: string }) {
  useFocusOnArrival();
  return (
    <p className="-mb-4">
      <Link className={rowLink} href={href}>
        ← {children}
      </Link>
    </p>
  );
}
