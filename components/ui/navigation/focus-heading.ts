"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { continueAt } from "../browser/continue-at";
import { useHydrated } from "../hooks/use-hydrated";

/** Finds the heading of the page and makes it focusable. */
function findHeading(): HTMLElement | null {
  const heading = document.querySelector("h1");
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}

/** Moves the focus to the heading of the page, after the element that had it has disappeared. */
export function focusHeading(): void {
  findHeading()?.focus();
}

/** Moves the focus to the heading of a page that was reached through a link, as soon as the heading is there. */
export function useFocusOnArrival(): void {
  const isHydrated = useHydrated();
  // The first page is rendered by the server and hydrated later. Every other page starts out hydrated, so a link led to
  // it.
  const [hasArrived] = useState(isHydrated);
  useEffect(() => {
    if (hasArrived) continueAt(findHeading);
  }, [hasArrived]);
}

/**
 * Returns a function that requests the page from the server again. If another page then replaces this component, the
 * heading of that page gets the focus.
 */
export function useNextPage(): () => void {
  const router = useRouter();
  const isAsked = useRef(false);
  // By the time an effect is cleaned up, the next page is in the document.
  useEffect(
    () => () => {
      if (isAsked.current) focusHeading();
    },
    [],
  );
  return () => {
    isAsked.current = true;
    router.refresh();
  };
}
