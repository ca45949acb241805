"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type MouseEvent, useCallback } from "react";
import { petsHref, readPetsParams } from "@/lib/pets/page-params";
import { type PetsParams, petsQuery } from "@/lib/pets/queries";
import type { PetStatus } from "@/lib/pets/status";

/**
 * The page of animals that the address names, and links to others. Links are real ones: without JavaScript they load the
 * page, with it they change the address and React Query does the rest.
 */
export function usePetsPage(path: string, defaultStatus?: PetStatus) {
  const search = useSearchParams();
  const params = readPetsParams(Object.fromEntries(search), defaultStatus);
  const query = useQuery(petsQuery(params));

  const linkTo = useCallback(
    (target: PetsParams) => {
      const href = petsHref(path, target, defaultStatus);
      return { href, onClick: (event: MouseEvent<HTMLAnchorElement>) => goTo(event, href) };
    },
    [path, defaultStatus],
  );
  return { params, query, linkTo };
}

function goTo(event: MouseEvent<HTMLAnchorElement>, href: string): void {
  const special = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (special) return; // a new tab or window: the browser's own business
  event.preventDefault();
  window.history.pushState(null, "", href);
  document.getElementById("list-heading")?.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
}
