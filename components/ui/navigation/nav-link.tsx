"use client";

import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { cx } from "../style/cx";
import { barLink } from "../style/links";
import { Link } from "./link";

type Props = ComponentProps<typeof Link> & {
  /** Whether the current page is one below this page. */
  isBelow?: boolean;
};

/** A link of the main navigation. It is marked when its page, or one below it, is the current one. */
export function NavLink({ isBelow, className, ...link }: Props) {
  const path = usePathname();
  const current = path === link.href ? "page" : isBelow ? "true" : undefined;
  return <Link className={cx(barLink, className)} aria-current={current} {...link} />;
}
