import { useEffect } from "react";
import * as z from "zod/mini";
import { saveInTab } from "@/lib/tab-storage";
import { useTabState } from "../ui/use-tab-state";

const NAME = "applications.walk";
/** The ids of the list that was shown last, in its order, and what they are: "new applications". */
const Walk = z.object({ ids: z.array(z.string()), what: z.string() });
const NONE = { ids: [], what: "" };

/**
 * Remembers the list from which a person opens applications, so that these lead to each other. What is answered stays
 * in it.
 */
export function useRememberWalk(applications: readonly { id: string }[] | undefined, what: string): void {
  const ids = applications?.map(({ id }) => id).join();
  useEffect(() => {
    if (ids !== undefined) saveInTab(NAME, { ids: ids === "" ? [] : ids.split(","), what });
  }, [ids, what]);
}

/** The place of an application in the list that was shown last, and its neighbours. Null if it is not in that list. */
export function useWalk(id: string) {
  const [{ ids, what }] = useTabState<z.infer<typeof Walk>>(NAME, NONE, Walk);
  const at = ids.indexOf(id);
  if (at < 0 || ids.length < 2) return null;
  return { place: `${at + 1} of ${ids.length}`, what, previous: ids[at - 1], next: ids[at + 1] };
}
