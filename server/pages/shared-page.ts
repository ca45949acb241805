import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HeaderList } from "@/lib/http/message";
import { cacheControlOf, NEXT_CACHE_CONTROL } from "./cache-control";
import { type Encoding, encodingFor } from "./encoding";
import { inlineStyles, type StyleSheets, withoutStyles } from "./inline-styles";
import { documentPolicy, sealPage } from "./page-policy";
import type { Rendered } from "./render-page";

/** A page that can be sent to any number of visitors. Its headers are complete except for those of `setPolicies`. */
export type SharedPage = { status: number; variants: Record<Encoding, { headers: HeaderList; body: Buffer }> };

/** Sends a page to one visitor, in the best encoding that they accept. */
export function sendPage({ status, variants }: SharedPage, request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = variants[encodingFor(request.headers["accept-encoding"])];
  response.writeHead(status, headers);
  response.end(body);
}

/** Whether a rendered page may be sent to every visitor. */
export function isForEverybody({ status, headers }: Rendered): boolean {
  if (headers["set-cookie"] !== undefined) return false;
  const cacheControl = String(headers["cache-control"] ?? "");
  return status !== 200 || cacheControl === NEXT_CACHE_CONTROL || !/\b(private|no-store)\b/i.test(cacheControl);
}

/** The headers of Next.js that our own replace. */
const REPLACED = new Set([
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "connection",
  "etag",
  "vary",
  "cache-control",
]);

/**
 * Makes a page that any visitor may get from one that was rendered with this nonce, in every encoding. The page
 * contains its style sheets.
 */
export async function makeSharedPage(
  { status, headers, body }: Rendered,
  { path, nonce }: { path: string; nonce: string },
  styleSheets: StyleSheets,
): Promise<SharedPage> {
  const isPage = /^text\/html\b/.test(String(headers["content-type"]));
  const sealed = isPage
    ? sealPage(inlineStyles(body.toString(), nonce, styleSheets), nonce)
    : { html: null, policy: documentPolicy(path) };
  const identity = sealed.html === null ? body : Buffer.from(sealed.html);
  const list = ["Content-Security-Policy", sealed.policy, "Vary", varyOf(headers)];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || REPLACED.has(name)) continue;
    for (const text of [value].flat().map(String)) {
      // Next.js puts the nonce into `Link` too.
      const shared = name === "link" ? withoutStyles(text, styleSheets).replaceAll(`; nonce="${nonce}"`, "") : text;
      if (shared !== "") list.push(name, shared);
    }
  }
  // With `no-store`, browsers would not keep the page for "back". No cached page is personal.
  const standard = status === 200 ? "no-cache" : NEXT_CACHE_CONTROL;
  const cacheControl = cacheControlOf(status, headers["cache-control"], standard);
  if (cacheControl !== undefined) list.push("Cache-Control", cacheControl);
  // Many visitors get the same bytes, so it pays to compress a little harder than for a single response.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity, { level: 6 }),
  ]);
  const variant = (encoding: Encoding, content: Buffer) => {
    const coding = encoding === "identity" ? [] : ["Content-Encoding", encoding];
    return { headers: [...list, ...coding, "Content-Length", String(content.length)], body: content };
  };
  const variants = { br: variant("br", br), gzip: variant("gzip", zipped), identity: variant("identity", identity) };
  return { status, variants };
}

function varyOf({ vary = "" }: OutgoingHttpHeaders): string {
  const names = [vary].flat().join(", ");
  return /accept-encoding/i.test(names) ? names : [names, "Accept-Encoding"].filter(Boolean).join(", ");
}
