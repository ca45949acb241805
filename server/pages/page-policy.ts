import { createHash, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

/** For everything that is not a page: nothing may be loaded or run. */
export const DOCUMENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Browsers show it with its style sheet, its fonts and its photos. */
const FEED_POLICY = `${DOCUMENT_POLICY}; style-src 'self'; font-src 'self'; img-src 'self'`;

export const documentPolicy = (path: string) => (path === "/feed.atom" ? FEED_POLICY : DOCUMENT_POLICY);

/** One year. Without `includeSubDomains`, because other hosts of the domain may belong to others. */
const HSTS = "max-age=31536000";
/** Other sites may embed or read these. */
const CROSS_ORIGIN = /^\/(feed\.atom|openapi(-internal)?\.json|cards\/.*|photos\/.*)$/;

/** Browsers do not send such a URL to other sites, and search engines ignore it. */
export const isSecret = (path: string) => path.startsWith("/applications/");

/** Sets the security headers of a path but the Content-Security-Policy. `origin` is that of the request. */
export function setPolicies(response: ServerResponse, path: string, origin: string): void {
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": isSecret(path) ? "no-referrer" : "same-origin",
    "Cross-Origin-Resource-Policy": CROSS_ORIGIN.test(path) ? "cross-origin" : "same-origin",
    ...(isSecret(path) && { "X-Robots-Tag": "noindex, nofollow" }),
    ...(origin.startsWith("https:") && { "Strict-Transport-Security": HSTS }),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** And those that browsers read only from pages. */
export function setPagePolicies(response: ServerResponse): void {
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader(
    "Permissions-Policy",
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  );
}

/** The source expression of an inline script or style (CSP 3, section 2.3.1). */
export const hashSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const newNonce = () => randomBytes(16).toString("base64url");

/** `scripts` and `styles` are nonces or hashes. */
function pagePolicy({ scripts, styles, dev }: { scripts: string; styles: string; dev: boolean }): string {
  const scriptSources = `script-src 'self' ${scripts}`;
  return [
    "default-src 'self'",
    // React's development build uses eval to rebuild stacks, and Next.js adds styles for its error overlay.
    dev ? `${scriptSources} 'unsafe-eval'` : scriptSources,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${styles}`.trimEnd(),
    // Style attributes hold numbers, such as the height of a bar. They cannot run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For one visitor. */
export function noncePolicy(nonce: string, dev: boolean): string {
  return pagePolicy({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'`, dev });
}

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/**
 * For any number of visitors: the hashes of what carries the nonce. A script that came into the page without it stays
 * forbidden.
 */
export function hashPolicy(html: string, nonce: string): string {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, kind, attributes = "", text = ""] of html.matchAll(INLINE))
    if (text !== "" && attributes.includes(` nonce="${nonce}"`))
      hashes[kind === "script" ? "script" : "style"].add(hashSource(text));
  return pagePolicy({ scripts: [...hashes.script].join(" "), styles: [...hashes.style].join(" "), dev: false });
}

/** Next.js sends it with every page that it renders on request. */
export const NEXT_CACHE_CONTROL = "private, no-cache, no-store, max-age=0, must-revalidate";

/** `standard` instead of the one that Next.js sends; any other value stays. Caches may never keep an error. */
export function cacheControlOf(status: number, given: unknown, standard: string): string | undefined {
  if (given === NEXT_CACHE_CONTROL) return standard;
  const text = given === undefined ? undefined : String(given);
  if (status >= 400 && (text === undefined || /\b(?:public|s-maxage|max-age)\b/i.test(text))) return "no-store";
  return text;
}
