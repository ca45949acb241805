import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { pollEvery, refetch } from "../refetch";
import {
  fetchKey,
  fetchKeys,
  type KeyAction,
  sendChangeKey,
  sendCreateKey,
  sendKeyAction,
  sendRotateKey,
} from "./calls";
import type { KeyChange, KeyDetail, NewKey } from "./schema";

/** How often the page of a key is refreshed. */
const LIVE_MS = 2_000;

/** The query keys of this slice. */
export const keyKeys = {
  all: ["keys"] as const,
  list: () => [...keyKeys.all, "list"] as const,
  one: (id: string) => [...keyKeys.all, "one", id] as const,
};

/** Returns the query for all API keys. */
export function keysQuery() {
  return queryOptions({
    queryKey: keyKeys.list(),
    queryFn: ({ signal }) => fetchKeys(signal),
  });
}

/** Returns the query for one API key, refreshed while its page is open. */
export function keyQuery(id: string) {
  return queryOptions({
    queryKey: keyKeys.one(id),
    queryFn: ({ signal }) => fetchKey(id, signal),
    ...pollEvery(LIVE_MS, ({ state }: KeyDetail) => state === "revoked"),
  });
}

/** Returns a function that reads the key again, for its page too. */
export function useFreshKey(id: string): () => Promise<KeyDetail> {
  const client = useQueryClient();
  return async () => {
    const key = await fetchKey(id);
    client.setQueryData(keyKeys.one(id), key);
    return key;
  };
}

/** Creates an API key. Its secret is in the response and nowhere else. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, idempotencyKey }: { key: NewKey; idempotencyKey: string }) =>
      sendCreateKey(key, idempotencyKey),
    // The secret is shown without waiting for this, because nobody can read it again.
    onSettled: () => void refetch(client, keyKeys.list()),
  });
}

/** Changes the name, the plan or the expiry of a key. */
export function useChangeKey(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: KeyChange) => sendChangeKey(id, change),
    onSettled: () => refetch(client, keyKeys.all),
  });
}

/** Gives a key a new secret; the old one keeps working for the grace period. */
export function useRotateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendRotateKey,
    // The secret is shown without waiting for this, because nobody can read it again.
    onSettled: () => void refetch(client, keyKeys.all),
  });
}

/** Revokes a key, lifts its ban, or ends its earlier secrets. */
export function useKeyAction(id: string, change: KeyAction) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendKeyAction(id, change),
    onSettled: () => refetch(client, keyKeys.all),
  });
}
