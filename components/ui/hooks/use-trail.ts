import { useEffect } from "react";
import * as z from "zod/mini";
import { saveInTab } from "@/lib/tab-storage";
import { useTabState } from "./use-tab-state";

/** The ids of a list in its order, and what they are: "new applications". */
const Trail = z.object({ ids: z.array(z.string()), what: z.string() });
type TrailList = z.infer<typeof Trail>;
const NONE = { ids: [], what: "" };

/**
 * Remembers under `name` the list that is shown, so that the pages of its entries lead to each other. What leaves the
 * list later stays a part of the trail.
 */
export function useRememberTrail(name: string, entries: readonly { id: string }[] | undefined, what: string): void {
  const ids = entries?.map(({ id }) => id).join();
  useEffect(() => {
    if (ids !== undefined) saveInTab(name, { ids: ids === "" ? [] : ids.split(","), what });
  }, [name, ids, what]);
}

/** The place of an entry in the list that was shown last, and its neighbours. Null if it is not in that list. */
export function useTrail(name: string, id: string) {
  const [trail] = useTabState<TrailList>(name, NONE, Trail);
  return placeIn(trail, id);
}

/** Returns the place of an entry in a list, and its neighbours. Null if it is not there, or has no neighbours. */
export function placeIn({ ids, what }: TrailList, id: string) {
  const at = ids.indexOf(id);
  if (at < 0 || ids.length < 2) return null;
  return { place: `${at + 1} of ${ids.length}`, what, previous: ids[at - 1], next: ids[at + 1] };
}
