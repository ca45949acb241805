"use client";

import { useEffect } from "react";
import { useHasArrived } from "../../../ui/browser";
import { focusIfLost } from "../../../ui/focus";
import { Arrow } from "../../../ui/icons";
import { Link } from "../../../ui/link";
import { StepLinks, useLastList } from "../../../ui/step-links";
import { barLink, cx } from "../../../ui/style";

/** Links back to the list that this tab has shown last, and to the neighbours of the animal in it. */
export function AroundPet({ petId }: { petId: string }) {
  const { href, label } = useLastList("/animals", petId) ?? { href: "/", label: "All animals" };
  const hasArrived = useHasArrived();
  useEffect(() => {
    if (hasArrived) focusIfLost();
    return () => continueAtCard(petId);
  }, [hasArrived, petId]);
  return (
    <nav
      aria-label="Around this animal"
      className="-mx-3 -mt-3 flex max-[22rem]:-mx-2 max-sm:-mb-2.5 justify-between print:hidden"
    >
      <Link className={cx(barLink, "min-w-0")} href={href}>
        <Arrow to="start" />
        <span className="line-clamp-2 wrap-anywhere">{label}</span>
      </Link>
      <StepLinks path="/animals" id={petId} noun="animal" />
    </nav>
  );
}

/** Moves the focus to the card of an animal, if a step back has led to a list and nothing else has the focus. */
function continueAtCard(petId: string): void {
  if (window.location.pathname.startsWith("/animals/")) return;
  const card = document.querySelector<HTMLElement>(`main [data-part=card] a[href="/animals/${petId}"]`);
  if (card) focusIfLost(card);
}
