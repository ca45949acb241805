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

/** Creates an API key. Its secret is in the answer and nowhere else. */
export async function createKey(key: NewKey): Promise<KeySecret> {
  return (await callApi("/v1/keys", KeySecret, { method: "POST", body: toBody(key) })).data;
}

/** Changes the name, the plan or the expiry of a key. */
export async function changeKey(id: string, change: KeyChange): Promise<KeyDetail> {
  return (await callApi(pathOf(id), KeyDetail, { method: "PATCH", body: toBody(change) })).data;
}

/** Gives a key a new secret. */
export async function rotateKey(id: string, graceHours: number): Promise<KeySecret> {
  const call = { method: "POST", body: { graceHours: BigInt(graceHours) } } as const;
  return (await callApi(`${pathOf(id)}/rotate`, KeySecret, call)).data;
}

/** Revokes a key, or lifts its ban. */
export async function sendKeyAction(id: string, change: "revoke" | "unban"): Promise<KeyDetail> {
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
