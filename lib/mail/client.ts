import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { callApi } from "../http/client";
import { pollEvery, refetch } from "../http/query-client";
import { MailState, TestMailSent } from "./schema";

/** Reads the state of sending mail. */
async function fetchMailState(signal?: AbortSignal): Promise<MailState> {
  return (await callApi("/v1/mail", MailState, { signal })).data;
}

/** Sends the signed-in admin a test e-mail. */
async function sendTestMail(): Promise<z.infer<typeof TestMailSent>> {
  return (await callApi("/v1/mail/test", TestMailSent, { method: "POST", body: {} })).data;
}

/** How often the mail page is refreshed. */
const LIVE_MS = 3_000;

/** The query keys of this slice. */
const mailKeys = { all: ["mail"] as const };

/** Returns the query for the state of sending mail, refreshed while its page is open and the service sends mail. */
export function mailQuery() {
  return queryOptions({
    queryKey: mailKeys.all,
    queryFn: ({ signal }) => fetchMailState(signal),
    ...pollEvery(LIVE_MS, ({ configured }: MailState) => !configured),
  });
}

/** Sends the signed-in admin a test e-mail. */
export function useTestMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendTestMail(),
    onSettled: () => refetch(client, mailKeys.all),
  });
}
