"use client";

import { useEffect, useSyncExternalStore } from "react";
import { type Category, followKinds, knownKinds, learnKinds } from "@/lib/pets/kinds";

/** What the browser knows of kinds, before anything that names one: the server has sent them with the page. */
export function KnownKinds({ kinds }: { kinds: readonly Category[] }) {
  // Nothing follows them yet.
  if (knownKinds().length === 0) learnKinds(kinds);
  useEffect(() => learnKinds(kinds), [kinds]);
  return null;
}

/** For what lists kinds, or is open for long. */
export const useKinds = (): readonly Category[] => useSyncExternalStore(followKinds, knownKinds, knownKinds);
