"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

/** Puts the focus on the heading of the page, when what had it is gone. */
export function focusHeading(): void {
  const heading = document.querySelector("h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

/**
 * Gives a function that asks the server for the page again. If another page then replaces this component, its heading
 * gets the focus.
 */
export function useNextPage(): () => void {
  const router = useRouter();
  const isAsked = useRef(false);
  // When an effect is cleaned up, the next page is in the document.
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
