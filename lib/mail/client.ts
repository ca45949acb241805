import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { sendCommand } from "../http/command";
import { pollEvery } from "../http/query-client";
import { MailState, TestMailSent } from "./schema";

/** @throws ApiError */
export const sendTestMail = () => sendCommand("/v1/mail/test", TestMailSent, { method: "POST", body: {} });

const LIVE_MS = 3_000;
export const MAIL = ["mail"] as const;

/** The state of sending mail, refreshed while its page is open and the service sends mail. */
export function mailQuery() {
  return queryOptions({
    queryKey: MAIL,
    queryFn: async ({ signal }) => (await callApi("/v1/mail", MailState, { signal })).data,
    ...pollEvery(LIVE_MS, ({ configured }: MailState) => !configured),
  });
}
