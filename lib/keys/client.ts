import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { pollEvery, refetch } from "../http/query-client";
import { type KeyChange, KeyDetail, KeySecret, KeySummaries, type KeySummary, type NewKey } from "./schema";

/** Reads all API keys. */
async function fetchKeys(signal?: AbortSignal): Promise<KeySummary[]> {
  return (await callApi("/v1/keys", KeySummaries, { signal })).data;
}

/** Reads one API key. */
async function fetchKey(id: string, signal?: AbortSignal): Promise<KeyDetail> {
  return (await callApi(pathOf(id), KeyDetail, { signal })).data;
}

/**
 * Creates an API key. Its secret is in the answer and nowhere else. A repeated call with the same Idempotency-Key is
 * refused and creates no second key.
 * @throws ApiError
 */
async function sendCreateKey(key: NewKey, idempotencyKey: string): Promise<KeySecret> {
  return (await callApi("/v1/keys", KeySecret, { method: "POST", body: toBody(key), idempotencyKey })).data;
}

/** Changes the name, the plan or the expiry of a key. */
async function sendChangeKey(id: string, change: KeyChange): Promise<KeyDetail> {
  return (await callApi(pathOf(id), KeyDetail, { method: "PATCH", body: toBody(change) })).data;
}

/** Which key gets a new secret, and the Idempotency-Key that makes retrying safe. */
type KeyRotation = { id: string; graceHours: number; idempotencyKey: string };

/**
 * Gives a key a new secret, which is in the answer and nowhere else. A repeated call with the same Idempotency-Key is
 * refused and rotates nothing.
 * @throws ApiError
 */
async function sendRotateKey({ id, graceHours, idempotencyKey }: KeyRotation): Promise<KeySecret> {
  const call = { method: "POST", body: { graceHours: BigInt(graceHours) }, idempotencyKey } as const;
  return (await callApi(`${pathOf(id)}/rotate`, KeySecret, call)).data;
}

/** The actions on a key that need no further input. */
type KeyAction = "revoke" | "unban" | "end-earlier";

/** Revokes a key, lifts its ban, or ends its earlier secrets. */
async function sendKeyAction(id: string, change: KeyAction): Promise<KeyDetail> {
  return (await callApi(`${pathOf(id)}/${change}`, KeyDetail, { method: "POST", body: {} })).data;
}

function pathOf(id: string): string {
  return `/v1/keys/${encodeURIComponent(id)}`;
}

/** Converts a form's key to the body of a request: its numbers as JSON integers, its expiry as text. */
function toBody({ perMinute, perDay, expiresAt, ...key }: NewKey | KeyChange): Record<string, unknown> {
  return {
    ...key,
    ...(perMinute !== undefined && { perMinute: BigInt(perMinute) }),
    ...(perDay !== undefined && { perDay: BigInt(perDay) }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt?.toISOString() ?? null }),
  };
}

/** How often the page of a key is refreshed. */
const LIVE_MS = 2_000;

/** The query keys of this slice. */
const keyKeys = {
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
