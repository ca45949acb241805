import type * as z from "zod/mini";
import { callApi } from "../http/client";
import { MailState, TestMailSent } from "./schema";

/** Reads the state of sending mail. */
export async function fetchMailState(signal?: AbortSignal): Promise<MailState> {
  return (await callApi("/v1/mail", MailState, { signal })).data;
}

/** Sends the signed-in admin a test e-mail. */
export async function sendTestMail(): Promise<z.infer<typeof TestMailSent>> {
  return (await callApi("/v1/mail/test", TestMailSent, { method: "POST", body: {} })).data;
}
