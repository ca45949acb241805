import type { IncomingMessage, ServerResponse } from "node:http";
import type { Verdict } from "@/lib/limits/bucket";
import { limiter } from "@/lib/limits/limiter";
import { type Subject, subjectOfAddress } from "@/lib/limits/memory";
import { settings } from "@/lib/process/settings";
import { hashSource } from "./page-policy";

/** A message that a visitor gets instead of a page. */
type Notice = {
  status: number;
  title: string;
  text: string;
  retryAfterSeconds: number | null;
  /** The label of a link that opens the same URL, or null for no link. */
  link: string | null;
};

const STYLE =
  ":root{color-scheme:light dark;font:1.0625rem/1.55 system-ui,sans-serif;" +
  "background:light-dark(#fdf8f1,#1b1713);color:light-dark(#2b211a,#f5ede3)}" +
  "main{max-width:34rem;margin:15vh auto;padding:0 1.5rem}" +
  "h1{font:600 1.9rem/1.15 Georgia,serif;text-wrap:balance}" +
  "a{display:inline-block;padding:.6rem 1.25rem;border-radius:12px;font-weight:600;text-decoration:none;" +
  "background:light-dark(#a33f16,#f2a074);color:light-dark(#fff,#2b1407)}";
const POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLE)}`,
  ...["base-uri", "form-action", "frame-ancestors"].map((name) => `${name} 'none'`),
].join("; ");

/** Tells a visitor why there is no page: as a page if a browser asks for one, otherwise as text. */
export function sendNotice(request: IncomingMessage, response: ServerResponse, notice: Notice): void {
  const { status, title, text, retryAfterSeconds, link } = notice;
  const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? "");
  const body = Buffer.from(wantsPage ? pageOf(title, text, link) : `${title}. ${text}\n`);
  response.writeHead(status, {
    "Content-Type": wantsPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    ...(retryAfterSeconds !== null && { "Retry-After": String(retryAfterSeconds) }),
    "Content-Length": String(body.length),
  });
  response.end(body);
}

const pageOf = (title: string, text: string, link: string | null) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>${link === null ? "" : `\n<p><a href="">${link}</a></p>`}
</main>
</body>
</html>
`;

/** Charges an IP address for a page or a document. Pages have their own limit, separate from the API's. */
export function limitPage(address: string): Promise<Verdict> {
  return limiter().charge(pageSubject(address));
}

/** Returns the refusal that the next page would get, as far as this process knows, or null. Charges nothing. */
export function pageRefusal(address: string): Verdict | null {
  return limiter().refusalFor(pageSubject(address));
}

function pageSubject(address: string): Subject {
  return subjectOfAddress("page", address, settings().PAGE_LIMIT);
}
