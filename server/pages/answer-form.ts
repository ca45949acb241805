import type { IncomingMessage, ServerResponse } from "node:http";
import { PAGE_FORMS } from "@/app/forms";
import { type FormRefusal, type PageForm, processForm, RETURNED_FORM_HEADER } from "@/lib/api/page-form";
import { STATUS_BY_CODE } from "@/lib/http/errors";
import { type Incoming, originOf } from "@/lib/http/message";
import { timeWords } from "@/lib/values/time-words";
import { closeUnlessRead } from "../http/bodies";
import { sendNotice } from "./notice";
import { setPagePolicies, setPolicies } from "./page-policy";

type MatchedForm = { form: PageForm; params: Readonly<Record<string, string>> };

/** Null if the page has none. */
export function findForm(path: string): MatchedForm | null {
  for (const form of PAGE_FORMS) {
    const match = form.path.exec(path);
    if (match) return { form, params: match.groups ?? {} };
  }
  return null;
}

/** If the page has to be rendered again, the request becomes a GET of it. */
export async function answerForm(
  { form, params }: MatchedForm,
  incoming: Incoming,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<"answered" | "page again"> {
  const answer = await processForm(form, incoming, params);
  if ("again" in answer) {
    turnIntoGet(request, answer.again);
    return "page again";
  }
  closeUnlessRead(request, response, "refused" in answer && answer.refused.code === "payload_too_large");
  setPolicies(response, incoming.path, originOf(incoming));
  setPagePolicies(response);
  if ("refused" in answer) sendNotice(request, response, noticeOf(answer.refused));
  else response.writeHead(303, { Location: answer.to, "Cache-Control": "no-store", "Content-Length": "0" }).end();
  return "answered";
}

/** For a page that shows `again`. */
function turnIntoGet(request: IncomingMessage, again: unknown): void {
  request.method = "GET";
  for (const name of ["content-type", "content-length", "transfer-encoding"]) delete request.headers[name];
  request.headers[RETURNED_FORM_HEADER] = encodeURIComponent(JSON.stringify(again));
}

const BACK = "Go back: what you typed is still there.";

/** The message for a visitor instead of the page of the form. Without a link, which would open an empty form. */
function noticeOf({ code, retryAfterSeconds }: FormRefusal) {
  const status = STATUS_BY_CODE[code];
  const common = { status, retryAfterSeconds };
  if (code === "rate_limited") {
    const text = `Please wait ${timeWords(retryAfterSeconds ?? 60)}, then try again. ${BACK}`;
    return { ...common, title: "Too many requests", text };
  }
  if (code === "forbidden") {
    const text = "This form was sent from another site. Open it here, and send it again.";
    return { ...common, title: "We did not accept this", text, link: "Open the form" };
  }
  if (code === "payload_too_large") {
    return { ...common, title: "This is too long", text: `Please shorten your texts. ${BACK}` };
  }
  const title = status >= 500 ? "Not available right now" : "We could not read this";
  return { ...common, title, text: `Please try again in a moment. ${BACK}` };
}
