import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { pollEvery, refetch } from "../refetch";
import { fetchMailState, sendTestMail } from "./calls";
import type { MailState } from "./schema";

/** How often the mail page is refreshed. */
const LIVE_MS = 3_000;

/** The query keys of this slice. */
export const mailKeys = { all: ["mail"] as const };

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
