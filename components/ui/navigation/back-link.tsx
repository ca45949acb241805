"use client";

import { rowLink } from "../style/links";
import { useFocusOnArrival } from "./focus-heading";
import { Link } from "./link";

/**
 * The link back to the list, above the heading of a page. When a link has led to the page, the heading gets the focus.
 */
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
