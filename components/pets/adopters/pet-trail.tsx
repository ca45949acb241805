"use client";

import { useEffect, useState } from "react";
import { findTrail, type Trail } from "@/lib/pets/adopters/trail";
import { Link } from "../../ui/link";
import { barLink } from "../../ui/links";

const NONE: Trail = { href: "/", previous: null, next: null };

/** Links back to the list that led to this animal, and to its neighbours in it. */
export function PetTrail({ petId }: { petId: bigint }) {
  const [trail, setTrail] = useState(NONE);
  // In an effect, because the server does not know where one came from.
  useEffect(() => setTrail(findTrail(petId) ?? NONE), [petId]);
  return (
    <nav aria-label="Around this animal" className="-mx-3 -mt-3 flex justify-between print:hidden">
      <Link className={barLink} href={trail.href}>
        <Arrow d="m15 5-7 7 7 7" />
        All animals
      </Link>
      <div className="flex">
        {trail.previous !== null && (
          <Link className={barLink} rel="prev" href={`/animals/${trail.previous}`}>
            <Arrow d="m15 5-7 7 7 7" />
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
            <Arrow d="m9 5 7 7-7 7" />
          </Link>
        )}
      </div>
    </nav>
  );
}

function Arrow({ d }: { d: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-none stroke-current stroke-[2.5]">
      <path d={d} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
