"use client";

import { useMemo } from "react";
import { findTrail, type Trail } from "@/lib/pets/adopters/trail";
import { Arrow } from "../../ui/arrow";
import { cx } from "../../ui/cx";
import { Link } from "../../ui/link";
import { barLink } from "../../ui/links";
import { useHydrated } from "../../ui/use-hydrated";

const NONE: Trail = { href: "/", label: "All animals", previous: null, next: null };

/** Links back to the list that led to this animal, and to its neighbours in it. */
export function PetTrail({ petId }: { petId: bigint }) {
  const isHydrated = useHydrated();
  // The server does not know where a visitor came from.
  const trail = useMemo(() => (isHydrated && findTrail(petId)) || NONE, [isHydrated, petId]);
  return (
    <nav aria-label="Around this animal" className="-mx-3 -mt-3 flex max-sm:-mb-2.5 justify-between print:hidden">
      <Link className={cx(barLink, "min-w-0")} href={trail.href}>
        <Arrow to="start" />
        <span className="truncate">{trail.label}</span>
      </Link>
      <div className="flex shrink-0">
        {trail.previous !== null && (
          <Link className={barLink} rel="prev" href={`/animals/${trail.previous}`}>
            <Arrow to="start" />
            <span>
              Previous<span className="sr-only"> animal</span>
            </span>
          </Link>
        )}
        {trail.next !== null && (
          <Link className={barLink} rel="next" href={`/animals/${trail.next}`}>
            <span>
              Next<span className="sr-only"> animal</span>
            </span>
            <Arrow to="end" />
          </Link>
        )}
      </div>
    </nav>
  );
}
