"use client";

import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { cx } from "./cx";
import { Link } from "./link";
import { barLink } from "./links";

type Props = ComponentProps<typeof Link> & {
  /** The beginning of the addresses below this page. */
  section?: string;
};

/** A link of the main navigation, which says when its page, or one below it, is on the screen. */
export function NavLink({ section, className, ...link }: Props) {
  const path = usePathname();
  const isBelow = section !== undefined && path.startsWith(section);
  const current = path === link.href ? "page" : isBelow ? "true" : undefined;
  return <Link className={cx(barLink, className)} aria-current={current} {...link} />;
}
