import { infiniteQueryOptions } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { sendCommand } from "../http/command";
import { parsePageLinks, toParameters } from "../http/query-string";
import { DAY_MS, MINUTE_MS } from "../values/time";
import { ChangeSet, ChangeSets, type ChangeSubject, type SignIn, SignIns } from "./schema";

const PAGE_SIZE = 50;

/**
 * Undoes what a change set did, and returns the set of that. With `onlyRest`, animals that were changed since stay as
 * they are.
 * @throws ApiError
 */
export async function undo(changeSet: string, onlyRest = false): Promise<ChangeSet> {
  const call = { method: "POST", confirm: onlyRest ? "*" : undefined, timeoutMs: MINUTE_MS } as const;
  return (await sendCommand(`/v1/changes/${changeSet}/undo`, ChangeSet, call)).data;
}

/** Which changes to list. A missing field means all. `who` is an author as it is stored (lib/domain.ts). */
export type ChangesFilter = {
  who?: string | undefined;
  about?: ChangeSubject | undefined;
  days?: number | undefined;
  petId?: string | undefined;
};

/** A page of a list, newest first. `next` is the cursor of the next page, null after the last. */
export type ChangesPage<Entry> = { entries: Entry[]; next: string | null };

const START = { initialPageParam: "", getNextPageParam: ({ next }: { next: string | null }) => next };

const sinceOf = (days: number | undefined) => days && new Date(Date.now() - days * DAY_MS).toISOString();

export function changesQuery(filter: ChangesFilter) {
  return infiniteQueryOptions({
    ...START,
    queryKey: ["changes", filter] as const,
    async queryFn({ pageParam: cursor, signal }): Promise<ChangesPage<ChangeSet>> {
      const { about, who, days, petId } = filter;
      const query = toParameters({ about, limit: PAGE_SIZE, petId, actor: who, from: sinceOf(days), cursor });
      const { data, headers } = await callApi(`/v1/changes?${query}`, ChangeSets, { signal });
      return { entries: data, next: parsePageLinks(headers.get("Link")).next };
    },
  });
}

export function signInsQuery(personId: string | undefined, days: number | undefined) {
  return infiniteQueryOptions({
    ...START,
    queryKey: ["changes", "sign-ins", personId, days] as const,
    async queryFn({ pageParam: cursor, signal }): Promise<ChangesPage<SignIn>> {
      const query = toParameters({ limit: PAGE_SIZE, personId, from: sinceOf(days), cursor });
      const { data, headers } = await callApi(`/v1/sign-ins?${query}`, SignIns, { signal });
      return { entries: data, next: parsePageLinks(headers.get("Link")).next };
    },
  });
}
