import { usePathname } from "next/navigation";
import { useMemo } from "react";
import { findList } from "@/lib/last-list";
import { useHydrated } from "../../ui/hooks/use-hydrated";

/** The pages of one animal. */
const ANIMAL = /^\/animals\/(\d{1,19})(?:\/|$)/;

/**
 * The link of the main navigation that a page belongs to. For the page of an animal, that is the favourites if the
 * visitor came from there, otherwise the animals.
 */
export function useSection(): "/" | "/favourites" | null {
  const path = usePathname();
  const isHydrated = useHydrated();
  // The server does not know where a visitor came from.
  return useMemo(() => {
    const [, id] = ANIMAL.exec(path) ?? [];
    if (id === undefined) return null;
    return isHydrated && findList("/animals", id)?.href === "/favourites" ? "/favourites" : "/";
  }, [path, isHydrated]);
}
