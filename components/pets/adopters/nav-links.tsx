"use client";

import { usePathname } from "next/navigation";
import { useMemo } from "react";
import { findList } from "@/lib/tab-storage";
import { useHydrated } from "../../ui/browser";
import { NavLink } from "../../ui/link";
import { Heart, useFavourites } from "./favourites";

const ANIMAL = /^\/animals\/(\d{1,19})(?:\/|$)/;

/** The page of an animal belongs to the favourites if the visitor came from there. */
function useSection(): "/" | "/favourites" | null {
  const path = usePathname();
  const isHydrated = useHydrated();
  // The server does not know where a visitor came from.
  return useMemo(() => {
    const [, id] = ANIMAL.exec(path) ?? [];
    if (id === undefined) return null;
    return isHydrated && findList("/animals", id)?.href === "/favourites" ? "/favourites" : "/";
  }, [path, isHydrated]);
}

export function AnimalsLink({ className }: { className: string }) {
  return (
    <NavLink className={className} href="/" isBelow={useSection() === "/"}>
      Animals
    </NavLink>
  );
}

/** The link to the favourites, with how many there are on this device. The number takes no space, so nothing moves. */
export function FavouritesLink() {
  const count = useFavourites()?.length ?? 0;
  return (
    <NavLink
      className="absolute end-0 top-0 min-w-12 gap-3"
      href="/favourites"
      isBelow={useSection() === "/favourites"}
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
    </NavLink>
  );
}
