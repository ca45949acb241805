import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { refetch } from "../refetch";
import { type KeyChange, KeyDetail, KeySecret, KeySummaries, type NewKey } from "./schema";

/** How often the page of a key reads where its limits stand. */
const LIVE_MS = 2_000;

/** The one key factory of this slice. */
export const keyKeys = {
  all: ["keys"] as const,
  list: () => [...keyKeys.all, "list"] as const,
  one: (id: string) => [...keyKeys.all, "one", id] as const,
};

/** The query of all API keys. */
export function keysQuery() {
  return queryOptions({
    queryKey: keyKeys.list(),
    queryFn: async ({ signal }) => (await callApi("/v1/keys", KeySummaries, { signal })).data,
  });
}

/** The query of one API key, repeated while its page is open. */
export function keyQuery(id: string) {
  return queryOptions({
    queryKey: keyKeys.one(id),
    queryFn: async ({ signal }) => (await callApi(pathOf(id), KeyDetail, { signal })).data,
    // Nothing happens any more to a revoked key.
    refetchInterval: ({ state }) => (state.error || state.data?.state === "revoked" ? false : LIVE_MS),
  });
}

/** Creates an API key. Its secret is in the response and nowhere else. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: NewKey) =>
      (await callApi("/v1/keys", KeySecret, { method: "POST", body: toBody(key) })).data,
    onSettled: () => refetch(client, keyKeys.list()),
  });
}

/** Changes the name, the plan or the expiry of a key. */
export function useEditKey(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: KeyChange) =>
      (await callApi(pathOf(id), KeyDetail, { method: "PATCH", body: toBody(change) })).data,
    onSettled: () => refetch(client, keyKeys.all),
  });
}

/** Gives a key a new secret; the old one works on for the grace period. */
export function useRotateKey(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (graceHours: number) => {
      const call = { method: "POST", body: { graceHours: BigInt(graceHours) } } as const;
      return (await callApi(`${pathOf(id)}/rotate`, KeySecret, call)).data;
    },
    onSettled: () => refetch(client, keyKeys.all),
  });
}

/** Revokes a key, or lifts its ban. */
export function useChangeKey(id: string, change: "revoke" | "unban") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await callApi(`${pathOf(id)}/${change}`, KeyDetail, { method: "POST", body: {} })).data,
    onSettled: () => refetch(client, keyKeys.all),
  });
}

function pathOf(id: string): string {
  return `/v1/keys/${encodeURIComponent(id)}`;
}

/** The numbers of an enterprise key as JSON integers, its expiry as text. */
function toBody({ perMinute, perDay, expiresAt, ...key }: NewKey | KeyChange): Record<string, unknown> {
  return {
    ...key,
    ...(perMinute !== undefined && { perMinute: BigInt(perMinute) }),
    ...(perDay !== undefined && { perDay: BigInt(perDay) }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt?.toISOString() ?? null }),
  };
}
