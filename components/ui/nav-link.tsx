"use client";

import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { cx } from "./cx";
import { Link } from "./link";
import { barLink } from "./links";

type Props = ComponentProps<typeof Link> & {
  /** The prefix of the URLs below this page. */
  section?: string;
};

/** A link of the main navigation. It shows when its page, or one below it, is the current one. */
export function NavLink({ section, className, ...link }: Props) {
  const path = usePathname();
  const isBelow = section !== undefined && path.startsWith(section);
  const current = path === link.href ? "page" : isBelow ? "true" : undefined;
  return <Link className={cx(barLink, className)} aria-current={current} {...link} />;
}
