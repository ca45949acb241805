import { callApi } from "../http/client";
import { type KeyChange, KeyDetail, KeySecret, KeySummaries, type KeySummary, type NewKey } from "./schema";

/** Reads all API keys. */
export async function fetchKeys(signal?: AbortSignal): Promise<KeySummary[]> {
  return (await callApi("/v1/keys", KeySummaries, { signal })).data;
}

/** Reads one API key. */
export async function fetchKey(id: string, signal?: AbortSignal): Promise<KeyDetail> {
  return (await callApi(pathOf(id), KeyDetail, { signal })).data;
}

/**
 * Creates an API key. Its secret is in the answer and nowhere else. A repeated call with the same Idempotency-Key is
 * refused and creates no second key.
 * @throws ApiError
 */
export async function sendCreateKey(key: NewKey, idempotencyKey: string): Promise<KeySecret> {
  return (await callApi("/v1/keys", KeySecret, { method: "POST", body: toBody(key), idempotencyKey })).data;
}

/** Changes the name, the plan or the expiry of a key. */
export async function sendChangeKey(id: string, change: KeyChange): Promise<KeyDetail> {
  return (await callApi(pathOf(id), KeyDetail, { method: "PATCH", body: toBody(change) })).data;
}

/** Which key gets a new secret, and the Idempotency-Key that makes retrying safe. */
export type KeyRotation = { id: string; graceHours: number; idempotencyKey: string };

/**
 * Gives a key a new secret, which is in the answer and nowhere else. A repeated call with the same Idempotency-Key is
 * refused and rotates nothing.
 * @throws ApiError
 */
export async function sendRotateKey({ id, graceHours, idempotencyKey }: KeyRotation): Promise<KeySecret> {
  const call = { method: "POST", body: { graceHours: BigInt(graceHours) }, idempotencyKey } as const;
  return (await callApi(`${pathOf(id)}/rotate`, KeySecret, call)).data;
}

/** The actions on a key that need no further input. */
export type KeyAction = "revoke" | "unban" | "end-earlier";

/** Revokes a key, lifts its ban, or ends its earlier secrets. */
export async function sendKeyAction(id: string, change: KeyAction): Promise<KeyDetail> {
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
