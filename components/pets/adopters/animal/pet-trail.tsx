"use client";

import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { findTrail, stepsBackTo, type Trail } from "@/lib/pets/adopters/animal/trail";
import type { CardsPage } from "@/lib/pets/adopters/cards/card";
import { type PetFilters, parseFilters } from "@/lib/pets/adopters/cards/filters";
import { rememberPage } from "@/lib/pets/adopters/find/paging";
import { focusIfLost } from "../../../ui/browser/continue-at";
import { Arrow } from "../../../ui/display/arrow";
import { useHydrated } from "../../../ui/hooks/use-hydrated";
import { isPlainClick, Link } from "../../../ui/navigation/link";
import { cx } from "../../../ui/style/cx";
import { barLink } from "../../../ui/style/links";

const NONE: Trail = { href: "/", label: "All animals", previous: null, next: null };

/** All three links fit on the narrowest phone. */
const trailLink = cx(barLink, "max-[22rem]:gap-1 max-[22rem]:px-2");

/** With a longer label, the links to the neighbours are only arrows on a phone. */
const LONG_LABEL = 12;

/** Which link to a neighbour was followed, until the next page is there. */
let followed: "previous" | "next" | null = null;

/**
 * Links back to the list that led to this animal, and to its neighbours in it. If the visitor came from that list, the
 * way back is a step back in the history, so that the list is scrolled to where it was, and the focus is on the card of
 * this animal. After following the link to a neighbour, the focus is on the same link of the next page.
 */
export function PetTrail({ petId }: { petId: bigint }) {
  const isHydrated = useHydrated();
  // The server does not know where a visitor came from.
  const trail = useMemo(() => (isHydrated && findTrail(petId)) || NONE, [isHydrated, petId]);
  const steps = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (followed) focusIfLost(steps.current?.querySelector<HTMLElement>(`a[rel=${RELS[followed]}]`));
    followed = null;
  }, []);
  useEffect(() => () => continueAtCard(petId), [petId]);
  const isBrief = trail.label.length > LONG_LABEL;
  const goBack = (event: MouseEvent) => {
    const entries = isPlainClick(event) ? stepsBackTo(trail.href) : 0;
    if (entries === 0) return;
    event.preventDefault();
    window.history.go(-entries);
  };
  return (
    <nav
      aria-label="Around this animal"
      className="-mx-3 -mt-3 flex max-[22rem]:-mx-2 max-sm:-mb-2.5 justify-between print:hidden"
    >
      <Link className={cx(trailLink, "min-w-0")} href={trail.href} onClick={goBack}>
        <Arrow to="start" />
        <span className="line-clamp-2 leading-tight wrap-anywhere">{trail.label}</span>
      </Link>
      <div ref={steps} className="flex shrink-0">
        {trail.previous && <StepLink to="previous" step={trail.previous} isBrief={isBrief} />}
        {trail.next && <StepLink to="next" step={trail.next} isBrief={isBrief} />}
      </div>
    </nav>
  );
}

/** Moves the focus to the card of an animal, if the step back led to a list and nothing else has the focus. */
function continueAtCard(petId: bigint): void {
  if (window.location.pathname.startsWith("/animals/")) return;
  const card = document.querySelector<HTMLElement>(`main [data-part=card] a[href="/animals/${petId}"]`);
  if (card) focusIfLost(card);
}

const RELS = { previous: "prev", next: "next" } as const;

type StepProps = { to: "previous" | "next"; step: NonNullable<Trail["next"]>; isBrief: boolean };

/** A link to a neighbour, which may be on another page of the list. Until that page is read, the link leads there. */
function StepLink({ to, step, isBrief }: StepProps) {
  const page = "page" in step ? step.page : null;
  const beyond = useBeyond(page, to);
  const petId = "petId" in step ? step.petId : beyond?.petId;
  const isNext = to === "next";
  const follow = () => {
    if (petId !== undefined) followed = to;
    // The next animal belongs to that page of the list.
    if (beyond) rememberPage(beyond.cards);
  };
  return (
    <Link
      className={cx(trailLink, isBrief && "max-sm:w-11 max-sm:justify-center")}
      rel={RELS[to]}
      href={petId === undefined ? String(page) : `/animals/${petId}`}
      onClick={follow}
    >
      {!isNext && <Arrow to="start" />}
      <span className={isBrief ? "max-sm:sr-only" : undefined}>
        {isNext ? "Next" : "Previous"}
        <span className="sr-only"> animal</span>
      </span>
      {isNext && <Arrow to="end" />}
    </Link>
  );
}

type Beyond = { filters: PetFilters; cards: CardsPage; petId: string };

/** Reads another page of the list, and its nearest animal. Null until they have arrived. */
function useBeyond(page: string | null, to: StepProps["to"]): Beyond | null {
  const [beyond, setBeyond] = useState<Beyond | null>(null);
  useEffect(() => {
    if (page === null) return;
    let isCurrent = true;
    const read = async () => {
      const { fetchCards } = await import("@/lib/pets/adopters/find/calls");
      const filters = parseFilters(new URL(page, window.location.origin).searchParams);
      const cards = await fetchCards(filters);
      const pet = cards.pets.at(to === "next" ? 0 : -1);
      if (isCurrent && pet) setBeyond({ filters, cards, petId: String(pet.id) });
    };
    // If it cannot be read, the page of the list shows why.
    read().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [page, to]);
  return beyond;
}
