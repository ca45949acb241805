"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type MouseEvent, useCallback } from "react";
import type { PetsParams } from "@/lib/pets/page";
import { petsHref, readPetsParams } from "@/lib/pets/page-params";
import { petsQuery } from "@/lib/pets/queries";
import type { PetStatus } from "@/lib/pets/status";

/**
 * The page of animals that the address names, and links to others. Links are real ones: without JavaScript they load
 * the page, with it they change the address and React Query does the rest.
 */
export function usePetsPage(path: string, defaultStatus?: PetStatus) {
  const search = useSearchParams();
  const values = (name: string) => search.getAll(name);
  const params = readPetsParams({ status: values("status"), cursor: values("cursor") }, defaultStatus);
  const client = useQueryClient();
  const query = useQuery(petsQuery(params));

  const linkTo = useCallback(
    (target: PetsParams) => {
      const href = petsHref(path, target, defaultStatus);
      // Prefetch on hover and focus: the link is likely to be followed.
      const prefetch = () => void client.prefetchQuery(petsQuery(target));
      const onClick = (event: MouseEvent<HTMLAnchorElement>) => goTo(event, href);
      return { href, onClick, onPointerEnter: prefetch, onFocus: prefetch };
    },
    [client, path, defaultStatus],
  );
  return { params, query, linkTo };
}

function goTo(event: MouseEvent<HTMLAnchorElement>, href: string): void {
  const special = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (special) return; // opens a new tab or window: leave it to the browser
  event.preventDefault();
  window.history.pushState(null, "", href);
  const heading = document.getElementById("list-heading");
  heading?.focus({ preventScroll: true });
  // Does not scroll if the heading is visible.
  heading?.scrollIntoView({ block: "nearest" });
}
