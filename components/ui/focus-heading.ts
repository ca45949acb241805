"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

/** Puts the focus on the heading of the page, after the element that had it has disappeared. */
export function focusHeading(): void {
  const heading = document.querySelector("h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

/**
 * Returns a function that requests the page from the server again. If another page then replaces this component, the
 * heading of that page gets the focus.
 */
export function useNextPage(): () => void {
  const router = useRouter();
  const isAsked = useRef(false);
  // When an effect is cleaned up, the next page is already in the document.
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
