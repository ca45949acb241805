"use client";

import { NavLink } from "../../../ui/navigation/nav-link";
import { useSection } from "../use-section";

/** The link to the animals. */
export function AnimalsLink({ className }: { className: string }) {
  return (
    <NavLink className={className} href="/" isBelow={useSection() === "/"}>
      Animals
    </NavLink>
  );
}
