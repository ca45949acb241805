import { callApi } from "../http/client";
import { sendCommand } from "../http/command";
import { parsePageLinks } from "../http/query-string";
import { DAY_MS, MINUTE_MS } from "../values/time";
import type { SetsList } from "./lines";
import { ABOUT, type About, AuditEntries, type AuditPage, ChangeSet, ChangeSets, type ChangesPage } from "./schema";

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

/** Which changes to list. A missing field means all. The audit has no animals. */
export type AuditFilter = {
  who?: string | undefined;
  what?: About | undefined;
  days?: number | undefined;
  petId?: string | undefined;
};

/** Everything but sign-ins, which are so many that they would hide the rest. */
const CHANGES = ABOUT.filter((about) => about !== "sign_ins").join();

/** Reads the page of change sets at a cursor, or the first one. `who` is an author as it is stored. */
export async function fetchChanges(
  about: SetsList,
  { who, days, petId }: Omit<AuditFilter, "what">,
  cursor: string,
  signal: AbortSignal,
): Promise<ChangesPage> {
  const query = new URLSearchParams({
    ...(about !== "all" && { about }),
    limit: String(PAGE_SIZE),
    ...(petId && { petId }),
    ...(who && { actor: who }),
    ...(days && { from: sinceOf(days) }),
    ...(cursor !== "" && { cursor }),
  });
  const { data, headers } = await callApi(`/v1/changes?${query}`, ChangeSets, { signal });
  return { sets: data, ...parsePageLinks(headers.get("Link")) };
}

const sinceOf = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Reads the page of the audit at a cursor, or the first one. Only a filter by them has sign-ins. */
export async function fetchAudit(
  { who, what, days }: AuditFilter,
  cursor: string,
  signal: AbortSignal,
): Promise<AuditPage> {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    ...(who && { actor: who }),
    about: what ?? CHANGES,
    ...(days && { from: sinceOf(days) }),
    ...(cursor !== "" && { cursor }),
  });
  const { data, headers } = await callApi(`/v1/audit?${query}`, AuditEntries, { signal });
  return { entries: data, ...parsePageLinks(headers.get("Link")) };
}
