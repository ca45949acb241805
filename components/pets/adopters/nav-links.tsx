"use client";

import { usePathname } from "next/navigation";
import { Link } from "../../ui/link";
import { barLink, cx } from "../../ui/style";
import { Heart, useFavourites } from "./favourites";

/** Also marked on the page of an animal. */
export function AnimalsLink({ className }: { className: string }) {
  const path = usePathname();
  const current = path === "/" ? "page" : path.startsWith("/animals/");
  return (
    <Link className={cx(barLink, className)} href="/" aria-current={current || undefined}>
      Animals
    </Link>
  );
}

/** The link to the favourites, with how many there are on this device. The number takes no space, so nothing moves. */
export function FavouritesLink() {
  const count = useFavourites()?.length ?? 0;
  return (
    <Link
      className={cx(barLink, "absolute end-0 top-0 min-w-12 gap-3")}
      href="/favourites"
      aria-current={usePathname() === "/favourites" ? "page" : undefined}
    >
      <span className="relative">
        <Heart isFull={count > 0} />
        {count > 0 && (
          <span className="absolute -end-2 -top-2 min-w-5 rounded-pill bg-accent px-1 text-center text-sm leading-5 font-semibold text-accent-ink">
            {count}
          </span>
        )}
      </span>
      <span className="max-sm:sr-only">Favourites</span>
    </Link>
  );
}
