import { queryOptions } from "@tanstack/react-query";
import { callAllPages, callApi } from "../http/client";
import { sendCommand } from "../http/command";
import { pollEvery } from "../http/query-client";
import { type KeyChange, KeyDetail, KeySecret, KeySummaries, type NewKey } from "./schema";

const pathOf = (id: string) => `/v1/keys/${encodeURIComponent(id)}`;

async function fetchKey(id: string, signal?: AbortSignal): Promise<KeyDetail> {
  return (await callApi(pathOf(id), KeyDetail, { signal })).data;
}

/** The secret is in this answer and nowhere else. A repetition is refused (`isSecretLost`). @throws ApiError */
export const sendCreateKey = (key: NewKey) =>
  sendCommand("/v1/keys", KeySecret, { method: "POST", body: toBody(key), isOne: true });

/** Like `sendCreateKey`, for another secret of a key. @throws ApiError */
export const sendRotateKey = (id: string, graceHours: number) =>
  sendCommand(`${pathOf(id)}/rotate`, KeySecret, { method: "POST", body: { graceHours } });

/** @throws ApiError */
export const sendChangeKey = (id: string, change: KeyChange) =>
  sendCommand(pathOf(id), KeyDetail, { method: "PATCH", body: toBody(change) });

/** Revokes a key, lifts its ban, or ends its earlier secrets. @throws ApiError */
export const sendKeyAction = (id: string, action: "revoke" | "unban" | "end-earlier") =>
  sendCommand(`${pathOf(id)}/${action}`, KeyDetail, { method: "POST", body: {} });

const toBody = ({ expiresAt, ...key }: NewKey | KeyChange) => ({
  ...key,
  expiresAt: expiresAt === null ? null : expiresAt?.toISOString(),
});

const LIVE_MS = 2_000;
/** What every change of a key shows in. */
export const KEYS = ["keys"] as const;

export function keysQuery() {
  return queryOptions({ queryKey: [...KEYS, "list"] as const, queryFn: () => callAllPages("/v1/keys", KeySummaries) });
}

/** One key, refreshed while its page is open. */
export function keyQuery(id: string) {
  return queryOptions({
    queryKey: [...KEYS, "one", id] as const,
    queryFn: ({ signal }) => fetchKey(id, signal),
    ...pollEvery(LIVE_MS, ({ state }: KeyDetail) => state === "revoked"),
  });
}
