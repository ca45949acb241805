import { infiniteQueryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { callApi } from "../http/client";
import { sendCommand } from "../http/command";
import { parsePageLinks, toParameters } from "../http/query-string";
import { DAY_MS, MINUTE_MS } from "../values/time";
import { ChangeSet, ChangeSets, type ChangeSubject, SignIns } from "./schema";

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
};

/** A page of a list, newest first. `next` is the cursor of the next page, null after the last. */
export type ChangesPage<Entry> = { entries: Entry[]; next: string | null };

const sinceOf = (days: number | undefined) => days && new Date(Date.now() - days * DAY_MS).toISOString();

export function changesQuery({ about, who: actor, days }: ChangesFilter) {
  return pagesQuery("/v1/changes", ChangeSets, { about, actor, days });
}

export function signInsQuery(personId: string | undefined, days: number | undefined) {
  return pagesQuery("/v1/sign-ins", SignIns, { personId, days });
}

type Filter = Record<string, string | number | undefined> & { days: number | undefined };

function pagesQuery<Entry>(path: string, schema: z.ZodMiniType<Entry[]>, { days, ...filter }: Filter) {
  return infiniteQueryOptions({
    initialPageParam: "",
    getNextPageParam: ({ next }: ChangesPage<Entry>) => next,
    queryKey: ["changes", path, filter, days] as const,
    async queryFn({ pageParam: cursor, signal }): Promise<ChangesPage<Entry>> {
      const query = toParameters({ limit: PAGE_SIZE, ...filter, from: sinceOf(days), cursor });
      const { data, headers } = await callApi(`${path}?${query}`, schema, { signal });
      return { entries: data, next: parsePageLinks(headers.get("Link")).next };
    },
  });
}
