"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type MouseEvent, useCallback, useEffect, useRef, useState } from "react";
import type { PetsParams } from "@/lib/pets/pages/page";
import { petsHref, readPetsParams } from "@/lib/pets/pages/params";
import { petsQuery } from "@/lib/pets/pages/queries";
import type { PetStatus } from "@/lib/pets/status";
import { isPlainClick } from "../ui/link";
import { useProgress } from "../ui/progress";

/**
 * The page of animals that the address names, and links to others. Links are real ones: without JavaScript they load
 * the page, with it they change the address and React Query does the rest. `shown` names the page whose animals are on
 * the screen: while another one loads, that is still the one before.
 */
export function usePetsPage(path: string, defaultStatus?: PetStatus) {
  const search = useSearchParams();
  const values = (name: string) => search.getAll(name);
  const params = readPetsParams({ status: values("status"), cursor: values("cursor") }, defaultStatus);
  const href = petsHref(path, params, defaultStatus);
  const client = useQueryClient();
  const query = useQuery(petsQuery(params));
  const isSettled = !query.isPlaceholderData || query.error !== null;
  const [shown, setShown] = useState(params);
  if (isSettled && petsHref(path, shown, defaultStatus) !== href) setShown(params);
  useProgress(!isSettled || query.isPending);

  const isFollowed = useRef(false);
  useEffect(() => {
    if (!isSettled || !isFollowed.current || href === "") return;
    isFollowed.current = false;
    focusHeading();
  }, [isSettled, href]);

  const linkTo = useCallback(
    (target: PetsParams) => {
      const href = petsHref(path, target, defaultStatus);
      // Prefetch on hover and focus: the link is likely to be followed.
      const prefetch = () => void client.prefetchQuery(petsQuery(target));
      const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        const { pathname, search: current } = window.location;
        // The page that is shown already: another entry in the history would only be in the way.
        if (pathname + current === href) return focusHeading();
        isFollowed.current = true;
        window.history.pushState(null, "", href);
      };
      return { href, onClick, onPointerEnter: prefetch, onFocus: prefetch };
    },
    [client, path, defaultStatus],
  );
  return { params, shown, query, linkTo };
}

/** Reading continues at the heading of the list. Does not scroll if that is visible. */
function focusHeading(): void {
  const heading = document.getElementById("list-heading");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "nearest" });
}
