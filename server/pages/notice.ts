import type { IncomingMessage, ServerResponse } from "node:http";
import { retryAfterSeconds, type Verdict } from "@/lib/limits/bucket";
import { limiter } from "@/lib/limits/limiter";
import { subjectOfAddress } from "@/lib/limits/memory";
import { settings } from "@/lib/process/settings";
import { timeWords } from "@/lib/values/time-words";
import { hashSource } from "./page-policy";

/** A message that a visitor gets instead of a page. `link` is the label of a link to the same URL. */
type Notice = { status: number; title: string; text: string; retryAfterSeconds?: number | null; link?: string };

const SOON = { retryAfterSeconds: 5, link: "Try again" };
/** The page cannot be made, or not in time. */
export const AWAY: Notice = {
  status: 503,
  title: "Not available right now",
  text: "Please try again in a moment.",
  ...SOON,
};
/** The network of the visitor has too many unfinished pages. */
export const CROWDED: Notice = {
  status: 429,
  title: "Too many requests",
  text: "Your network is loading too many pages at the same time. Please try again in a moment.",
  ...SOON,
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

/** Sends a notice: as a page if a browser asks for one, otherwise as text. */
export function sendNotice(request: IncomingMessage, response: ServerResponse, notice: Notice): void {
  const { status, title, text, retryAfterSeconds: wait } = notice;
  const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? "");
  const body = Buffer.from(wantsPage ? pageOf(notice) : `${title}. ${text}\n`);
  response.writeHead(status, {
    "Content-Type": wantsPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    ...(wait && { "Retry-After": String(wait) }),
    "Content-Length": String(body.length),
  });
  response.end(body);
}

const pageOf = ({ title, text, link }: Notice) => `<!doctype html>
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
<p>${text}</p>${link === undefined ? "" : `\n<p><a href="">${link}</a></p>`}
</main>
</body>
</html>
`;

/** Pages and documents have a limit of their own, by IP address. */
const pageSubject = (address: string) => subjectOfAddress("page", address, settings().PAGE_LIMIT);

export const limitPage = (address: string): Promise<Verdict> => limiter().charge(pageSubject(address));

/** The refusal that the next page would get, as far as this process knows, or null. Charges nothing. */
export const pageRefusal = (address: string): Verdict | null => limiter().refusalFor(pageSubject(address));

export function sendRefusal(request: IncomingMessage, response: ServerResponse, verdict: Verdict): void {
  const seconds = retryAfterSeconds(verdict);
  const text = `Your network asked for too many pages in a short time. Please wait ${timeWords(seconds)}, then try again.`;
  sendNotice(request, response, { ...CROWDED, text, retryAfterSeconds: seconds });
}
