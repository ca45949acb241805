import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { callApi } from "../http/client";
import { pollEvery, useChange } from "../http/query-client";
import { MailState, TestMailSent } from "./schema";

async function fetchMailState(signal?: AbortSignal): Promise<MailState> {
  return (await callApi("/v1/mail", MailState, { signal })).data;
}

async function sendTestMail(): Promise<z.infer<typeof TestMailSent>> {
  return (await callApi("/v1/mail/test", TestMailSent, { method: "POST", body: {} })).data;
}

const LIVE_MS = 3_000;
const ALL = ["mail"] as const;

/** The state of sending mail, refreshed while its page is open and the service sends mail. */
export function mailQuery() {
  return queryOptions({
    queryKey: ALL,
    queryFn: ({ signal }) => fetchMailState(signal),
    ...pollEvery(LIVE_MS, ({ configured }: MailState) => !configured),
  });
}

export const useTestMail = () => useChange(ALL, () => sendTestMail());
