import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callAllPages, callApi } from "../http/client";
import { pollEvery, refetch, useChange } from "../http/query-client";
import { type KeyChange, KeyDetail, KeySecret, KeySummaries, type NewKey } from "./schema";

const pathOf = (id: string) => `/v1/keys/${encodeURIComponent(id)}`;

async function fetchKey(id: string, signal?: AbortSignal): Promise<KeyDetail> {
  return (await callApi(pathOf(id), KeyDetail, { signal })).data;
}

type NewSecret<Sent> = Sent & { idempotencyKey: string };

/**
 * The secret is in this answer and nowhere else. A repeated call with the same Idempotency-Key is refused and creates
 * no second key.
 * @throws ApiError
 */
async function sendCreateKey({ key, idempotencyKey }: NewSecret<{ key: NewKey }>): Promise<KeySecret> {
  return (await callApi("/v1/keys", KeySecret, { method: "POST", body: toBody(key), idempotencyKey })).data;
}

async function sendChangeKey(id: string, change: KeyChange): Promise<KeyDetail> {
  return (await callApi(pathOf(id), KeyDetail, { method: "PATCH", body: toBody(change) })).data;
}

type KeyRotation = { id: string; graceHours: number };

/** Like `sendCreateKey`, for another secret of a key. @throws ApiError */
async function sendRotateKey({ id, graceHours, idempotencyKey }: NewSecret<KeyRotation>): Promise<KeySecret> {
  const call = { method: "POST", body: { graceHours: BigInt(graceHours) }, idempotencyKey } as const;
  return (await callApi(`${pathOf(id)}/rotate`, KeySecret, call)).data;
}

type KeyAction = "revoke" | "unban" | "end-earlier";

async function sendKeyAction(id: string, action: KeyAction): Promise<KeyDetail> {
  return (await callApi(`${pathOf(id)}/${action}`, KeyDetail, { method: "POST", body: {} })).data;
}

/** The numbers of a key as JSON integers, and its expiry as text. */
function toBody({ perMinute, perDay, expiresAt, ...key }: NewKey | KeyChange): Record<string, unknown> {
  return {
    ...key,
    ...(perMinute !== undefined && { perMinute: BigInt(perMinute) }),
    ...(perDay !== undefined && { perDay: BigInt(perDay) }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt?.toISOString() ?? null }),
  };
}

const LIVE_MS = 2_000;
const ALL = ["keys"] as const;

export function keysQuery() {
  return queryOptions({ queryKey: [...ALL, "list"] as const, queryFn: () => callAllPages("/v1/keys", KeySummaries) });
}

/** One key, refreshed while its page is open. */
export function keyQuery(id: string) {
  return queryOptions({
    queryKey: [...ALL, "one", id] as const,
    queryFn: ({ signal }) => fetchKey(id, signal),
    ...pollEvery(LIVE_MS, ({ state }: KeyDetail) => state === "revoked"),
  });
}

/** The secret is shown without waiting for the keys to be read again, because nobody can read it again. */
function useNewSecret<Sent>(mutationFn: (sent: NewSecret<Sent>) => Promise<KeySecret>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => void refetch(client, ALL) });
}

export const useCreateKey = () => useNewSecret(sendCreateKey);

export const useRotateKey = () => useNewSecret(sendRotateKey);

export const useChangeKey = (id: string) => useChange(ALL, (change: KeyChange) => sendChangeKey(id, change));

/** Revokes a key, lifts its ban, or ends its earlier secrets. */
export const useKeyAction = (id: string, action: KeyAction) => useChange(ALL, () => sendKeyAction(id, action));
