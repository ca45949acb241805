import { createHash, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

/** The policy of everything that is not a page: nothing may be loaded or run. */
export const DOCUMENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The policy of the feed, which browsers show with its style sheet, its fonts and its photos. */
const FEED_POLICY = `${DOCUMENT_POLICY}; style-src 'self'; font-src 'self'; img-src 'self'`;

/** Returns the policy of a document, by its path. */
export const documentPolicy = (path: string) => (path === "/feed.atom" ? FEED_POLICY : DOCUMENT_POLICY);

/** One year. Without `includeSubDomains`, because other hosts of the domain may belong to others. */
const HSTS = "max-age=31536000";
/** The documents that other sites may embed or read. */
const CROSS_ORIGIN = /^\/(feed\.atom|openapi\.json|cards\/.*|photos\/.*)$/;

/** Whether the URL of a page is a secret. Browsers then do not send it to other sites, and search engines ignore it. */
export const isSecret = (path: string) => path.startsWith("/applications/");

/** Sets all security headers of a path but the Content-Security-Policy. `origin` is that of the request. */
export function setPolicies(response: ServerResponse, path: string, origin: string): void {
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": isSecret(path) ? "no-referrer" : "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": CROSS_ORIGIN.test(path) ? "cross-origin" : "same-origin",
    ...(isSecret(path) && { "X-Robots-Tag": "noindex, nofollow" }),
    ...(origin.startsWith("https:") && { "Strict-Transport-Security": HSTS }),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Returns a source expression for an inline script or style: its hash (CSP 3, section 2.3.1). */
export const hashSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Makes a new nonce of 128 random bits. */
export const newNonce = () => randomBytes(16).toString("base64url");

/** Returns the Content-Security-Policy of a page whose inline scripts and styles are named by nonces or hashes. */
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

/** Returns the policy of a page that is rendered for one visitor. */
export function noncePolicy(nonce: string, dev: boolean): string {
  return pagePolicy({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'`, dev });
}

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/**
 * Returns the policy of a page that was rendered with a nonce and goes to any number of visitors: it names the hash of
 * each script and style that carries the nonce. Scripts that came into the page without it stay forbidden.
 */
export function hashPolicy(html: string, nonce: string): string {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, kind, attributes = "", text = ""] of html.matchAll(INLINE))
    if (text !== "" && attributes.includes(` nonce="${nonce}"`))
      hashes[kind === "script" ? "script" : "style"].add(hashSource(text));
  return pagePolicy({ scripts: [...hashes.script].join(" "), styles: [...hashes.style].join(" "), dev: false });
}

/** The Cache-Control that Next.js sends with every page it renders on request, whatever the page. */
export const NEXT_CACHE_CONTROL = "private, no-cache, no-store, max-age=0, must-revalidate";

/**
 * Returns the Cache-Control of a page of Next.js: `standard` instead of the one that Next.js sends with every page. Any
 * other value stays. Caches may never keep an error.
 */
export function cacheControlOf(status: number, given: unknown, standard: string): string | undefined {
  if (given === NEXT_CACHE_CONTROL) return standard;
  const text = given === undefined ? undefined : String(given);
  if (status >= 400 && (text === undefined || /\b(?:public|s-maxage|max-age)\b/i.test(text))) return "no-store";
  return text;
}
