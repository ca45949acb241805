import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { sendCommand } from "../http/command";
import { followChanges, QUERY_ROOTS, refetchAll } from "../http/query-client";
import { parsePageLinks, toParameters } from "../http/query-string";
import { retryIfStale } from "../http/retries";
import { keysOf } from "../values/objects";
import { MAX_PAGE_SIZE, NoBody } from "../values/schemas";
import type { InboxPage, InboxParams } from "./inbox";
import {
  Application,
  type ApplicationChange,
  ApplicationCounts,
  Applications,
  type NewAdopter,
  toCountMap,
} from "./schema";
import type { ApplicationStatus } from "./status";

export const INBOX_PAGE_SIZE = 20;

/** `current` is what somebody else has made of it. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
  constructor(readonly current: Application) {
    super("The application has changed");
  }
}

type ListParams = InboxParams & { status?: ApplicationStatus };

export async function fetchApplications(params: ListParams, signal: AbortSignal): Promise<InboxPage> {
  const search = toParameters({ limit: INBOX_PAGE_SIZE, ...params });
  const { data, headers } = await callApi(`/v1/applications?${search}`, Applications, { signal });
  return { applications: data, ...parsePageLinks(headers.get("Link")) };
}

/** Reads the applications whose approval placed these orders, or the completed order of an animal. */
export async function fetchAdopters(
  of: { orderIds: string } | { petId: string; orderStatus: "completed" },
  signal?: AbortSignal,
) {
  const search = toParameters({ limit: MAX_PAGE_SIZE, ...of });
  return (await callApi(`/v1/applications?${search}`, Applications, { signal })).data;
}

export async function fetchApplicationCounts(petIds: readonly bigint[], signal: AbortSignal) {
  return (await callApi(`/v1/applications/counts?petIds=${petIds.join(",")}`, ApplicationCounts, { signal })).data;
}

export async function fetchApplication(id: string, signal?: AbortSignal): Promise<Application> {
  return (await callApi(pathOf(id), Application, { signal })).data;
}

/** Records who has adopted an animal. @throws ApiError */
export const sendRecordAdopter = (petId: bigint, body: NewAdopter, confirm?: string) =>
  sendCommand(`/v1/pets/${petId}/adopter`, Application, { method: "POST", body, confirm });

type Changed = { application: Application; changeSets: string[] };

/** A change of other fields in the meantime is no collision. @throws ChangedMeanwhile; ApiError */
export function sendChangeApplication(seen: Application, change: ApplicationChange): Promise<Changed> {
  const [before, wanted] = [withoutReply(fieldsBefore(seen, change)), withoutReply(change)];
  return retryIfStale(
    seen.version,
    async (version) => {
      const call = { method: "PATCH", body: change, ifMatch: version } as const;
      const { data, changeSets } = await sendCommand(pathOf(seen.id), Application, call);
      return { application: data, changeSets };
    },
    async () => {
      const current = await fetchApplication(seen.id);
      if (isApplied(current, change)) return { result: { application: current, changeSets: [] } };
      if (isApplied(current, before) || isApplied(current, wanted)) return { start: current.version };
      throw new ChangedMeanwhile(current);
    },
  );
}

/** Two replies are no collision: both are in the history. */
const withoutReply = ({ reply: _reply, ...change }: ApplicationChange): ApplicationChange => change;

export function fieldsBefore(before: Application, change: ApplicationChange): ApplicationChange {
  const { status, note, handledBy, reply, folder, toTell, name, email, telephone } = before;
  return {
    ...(change.status !== undefined && { status }),
    ...(change.note !== undefined && { note }),
    ...(change.handledBy !== undefined && { handledBy: handledBy?.id ?? null }),
    ...(change.reply !== undefined && { reply }),
    ...(change.folder !== undefined && { folder }),
    ...(change.toTell !== undefined && { toTell }),
    ...(change.adopter !== undefined && { adopter: { name, email, telephone } }),
  };
}

/** @throws ApiError */
export const sendDeleteApplication = (id: string) => sendCommand(pathOf(id), NoBody, { method: "DELETE" });

function isApplied(application: Application, change: ApplicationChange): boolean {
  const current = fieldsBefore(application, change);
  const { adopter: before, ...fields } = current;
  const isSame =
    isSameAdopter(before, change.adopter) && keysOf(fields).every((field) => fields[field] === change[field]);
  const { shipDate = application.order?.shipDate ?? null } = change;
  return isSame && shipDate === (application.order?.shipDate ?? null);
}

type Adopter = ApplicationChange["adopter"];

const isSameAdopter = (one: Adopter, other: Adopter) =>
  one?.name === other?.name && one?.email === other?.email && one?.telephone === other?.telephone;

const pathOf = (id: string) => `/v1/applications/${encodeURIComponent(id)}`;

export type HandledBy = NonNullable<Application["handledBy"]>;

/**
 * What is shown before the answer arrives. Taking back an approval, and a handler without a name, appear only with it.
 */
export function expectedAfter(seen: Application, change: ApplicationChange, handler?: HandledBy): Application {
  const { status, handledBy, folder, adopter, shipDate = null } = change;
  return {
    ...seen,
    ...(status !== undefined && seen.status !== "approved" && { status }),
    ...(status === "approved" && seen.status !== "approved" && { order: { status: "open" as const, shipDate } }),
    ...(folder !== undefined && { folder }),
    ...adopter,
    ...(handledBy === null && { handledBy }),
    ...(handler !== undefined && handledBy === handler.id && { handledBy: handler }),
  };
}

const applicationKeys = {
  all: QUERY_ROOTS.applications,
  list: (params: InboxParams) => [...applicationKeys.all, "list", params] as const,
  adopters: (orderIds: string) => [...applicationKeys.all, "adopters", orderIds] as const,
  one: (id: string) => [...applicationKeys.all, "one", id] as const,
};

export function applicationsQuery(params: InboxParams) {
  return queryOptions({
    queryKey: applicationKeys.list(params),
    queryFn: ({ signal }) => fetchApplications(params, signal),
    placeholderData: keepPreviousData,
    ...followChanges,
  });
}

export function adoptersQuery(orderIds: string) {
  return queryOptions({
    queryKey: applicationKeys.adopters(orderIds),
    queryFn: ({ signal }) => fetchAdopters({ orderIds }, signal),
    enabled: orderIds !== "",
    placeholderData: keepPreviousData,
  });
}

export function applicationCountsQuery(petIds: readonly bigint[]) {
  return queryOptions({
    queryKey: [...applicationKeys.all, "counts", petIds.join()],
    queryFn: async ({ signal }) => toCountMap(await fetchApplicationCounts(petIds, signal)),
    staleTime: 10_000,
    enabled: petIds.length > 0,
    placeholderData: keepPreviousData,
    ...followChanges,
  });
}

export function applicationQuery(id: string) {
  return queryOptions({
    queryKey: applicationKeys.one(id),
    queryFn: ({ signal }) => fetchApplication(id, signal),
    ...followChanges,
  });
}

type Change = { seen: Application; change: ApplicationChange; handler?: HandledBy | undefined };

/**
 * What is expected is shown before the answer, and taken back if the change fails. Changes of one application are sent
 * one after another.
 */
export function useChangeApplication(id: string) {
  const client = useQueryClient();
  const show = async (current: Application) => {
    await client.cancelQueries({ queryKey: applicationKeys.one(id) });
    client.setQueryData(applicationKeys.one(id), current);
  };
  return useMutation({
    scope: { id: `application:${id}` },
    mutationFn: ({ seen, change }: Change) => sendChangeApplication(seen, change),
    onMutate: ({ seen, change, handler }) => show(expectedAfter(seen, change, handler)),
    onSuccess: ({ application }) => show(application),
    onError: (error, { seen }) => show(error instanceof ChangedMeanwhile ? error.current : seen),
    onSettled: () => void refetchAll(client),
  });
}
