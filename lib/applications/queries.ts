import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { followChanges, QUERY_ROOTS, refetch } from "../http/query-client";
import {
  ChangedMeanwhile,
  fetchAdopters,
  fetchApplication,
  fetchApplicationCounts,
  fetchApplications,
  fetchOpenApplications,
  sendChangeApplication,
  sendDeleteApplication,
  sendRecordAdopter,
} from "./calls";
import type { InboxParams } from "./inbox";
import { type Application, type ApplicationChange, type NewAdopter, toCountMap } from "./schema";

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
    queryFn: ({ signal }) => fetchAdopters(orderIds, signal),
    enabled: orderIds !== "",
    placeholderData: keepPreviousData,
  });
}

export function openApplicationsQuery(petId: bigint) {
  return queryOptions({
    queryKey: [...applicationKeys.all, "open", String(petId)],
    queryFn: () => fetchOpenApplications([petId]),
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
    onSuccess: show,
    onError: (error, { seen }) => show(error instanceof ChangedMeanwhile ? error.current : seen),
    onSettled: () => {
      for (const key of Object.values(QUERY_ROOTS)) void refetch(client, key);
    },
  });
}

export function useRecordAdopter(petId: bigint) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (adopter: NewAdopter) => sendRecordAdopter(petId, adopter),
    onSettled: () => {
      for (const key of Object.values(QUERY_ROOTS)) void refetch(client, key);
    },
  });
}

/** Returns a function that takes back the name of an adopter. The adoption stays. */
export function useForgetAdopter() {
  const client = useQueryClient();
  return (id: string) =>
    sendDeleteApplication(id).finally(() => {
      for (const key of Object.values(QUERY_ROOTS)) void refetch(client, key);
    });
}

export function useDeleteApplication(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendDeleteApplication(id),
    onSuccess: () => {
      client.removeQueries({ queryKey: applicationKeys.one(id) });
      void refetch(client, [...applicationKeys.all, "list"]);
      void refetch(client, QUERY_ROOTS.overview);
    },
  });
}
