"use client";

import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { Link } from "../../ui/link";
import { barLink, cx } from "../../ui/style";
import { Heart, useFavourites } from "./favourites";

type NavLinkProps = ComponentProps<typeof Link> & { isBelow?: boolean };

/** Marked when its page, or one below it, is the current one. */
function NavLink({ isBelow, className, ...link }: NavLinkProps) {
  const path = usePathname();
  const current = path === link.href ? "page" : isBelow ? "true" : undefined;
  return <Link className={cx(barLink, className)} aria-current={current} {...link} />;
}

export function AnimalsLink({ className }: { className: string }) {
  return (
    <NavLink className={className} href="/" isBelow={usePathname().startsWith("/animals/")}>
      Animals
    </NavLink>
  );
}

/** The link to the favourites, with how many there are on this device. The number takes no space, so nothing moves. */
export function FavouritesLink() {
  const count = useFavourites()?.length ?? 0;
  return (
    <NavLink className="absolute end-0 top-0 min-w-12 gap-3" href="/favourites">
      <span className="relative">
        <Heart isFull={count > 0} />
        {count > 0 && (
          <span className="absolute -end-2 -top-2 min-w-5 rounded-pill bg-accent px-1 text-center text-sm leading-5 font-semibold text-accent-ink">
            {count}
          </span>
        )}
      </span>
      <span className="max-sm:sr-only">Favourites</span>
    </NavLink>
  );
}
