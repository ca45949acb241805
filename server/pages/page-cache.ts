import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { duplexPair } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentVersion, LruMap } from "@/lib/concurrency/caches";
import { Semaphore } from "@/lib/concurrency/capacity";
import { failureStatus } from "@/lib/database/health";
import type { HeaderList } from "@/lib/http/message";
import { pairsOf } from "@/lib/http/query-string";
import { filtersHref, PARAMETERS, parseFilters } from "@/lib/pets/adopters/filters";
import { monotonic } from "@/lib/process/clock";
import { logError } from "@/lib/process/log";
import { type Encoding, encodingFor } from "./assets";
import { cacheControlOf, documentPolicy, hashPolicy, NEXT_CACHE_CONTROL, newNonce, noncePolicy } from "./page-policy";

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Other processes may add animals without this one knowing. */
const FRESH_MS = 900;
const MAX_PAGES = 200;
/**
 * More than any page has, so that writing one never waits: in memory, Node.js can lose the event that ends the wait,
 * for example when 65,400 of 65,536 bytes are written.
 */
const CONNECTION_BYTES = 16 * 1024 * 1024;

/**
 * At a time, because the API shares the processor. There is one semaphore for the cached pages and one for those of
 * visitors (pages.ts), who would make everybody wait otherwise.
 */
export const RENDERING_LIMITS = { maxTaken: 4, maxWaiting: 1_000, maxWaitMs: 10_000 };

/** Its headers are complete except for those of `setPolicies`. */
type SharedPage = { status: number; variants: Record<Encoding, { headers: HeaderList; body: Buffer }> };
/** `personal`: made for one visitor. `failed`: not made, or not in time. */
type CachedOutcome = SharedPage | "personal" | "failed";
type Rendered = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

/** Our own replace these. */
const REPLACED = new Set(
  "cache-control connection content-encoding content-length date etag keep-alive transfer-encoding vary".split(" "),
);

export class PageCache {
  private readonly pages = new LruMap<string, { began: number; version: number; outcome: Promise<CachedOutcome> }>(
    MAX_PAGES,
  );
  private readonly renderings = new Semaphore(RENDERING_LIMITS);
  /** Its connections come from memory; it listens nowhere. */
  private readonly server;

  constructor(
    render: PageHandler,
    private readonly timeoutMs: number,
  ) {
    this.server = createServer((request, response) => void render(request, response));
  }

  /** Never older than a second, or than the newest animal. Never throws. */
  async find(target: string, origin: string): Promise<CachedOutcome> {
    const key = `${origin} ${target}`;
    const found = this.pages.get(key);
    if (found && found.version === contentVersion() && monotonic() - found.began < FRESH_MS) return found.outcome;
    const page = { began: monotonic(), version: contentVersion(), outcome: this.makePage(target, origin) };
    this.pages.set(key, page);
    const outcome = await page.outcome;
    // Only visitors who waited for this rendering get its failure.
    const isCacheable = typeof outcome === "object" && outcome.status === 200;
    if (!isCacheable && this.pages.get(key) === page) this.pages.delete(key);
    return outcome;
  }

  private async makePage(target: string, origin: string): Promise<CachedOutcome> {
    if (!(await this.renderings.take())) return "failed";
    const nonce = newNonce();
    try {
      const rendered = await this.renderForNobody(target, origin, nonce).finally(() => this.renderings.giveBack());
      if (rendered.status === 500 && failureStatus() === 503) return "failed";
      return isForEverybody(rendered)
        ? await makeSharedPage(rendered, target.split("?", 1)[0] ?? "", nonce)
        : "personal";
    } catch (error) {
      logError("page could not be rendered for everybody", error);
      return "failed";
    }
  }

  /**
   * For no visitor in particular: it sees no cookie, credential or preference.
   * @throws Error when it takes too long or ends in the middle
   */
  private async renderForNobody(target: string, origin: string, nonce: string): Promise<Rendered> {
    const [near, far] = duplexPair({ highWaterMark: CONNECTION_BYTES });
    this.server.emit("connection", far);
    const [scheme, host] = origin.split("://", 2);
    const headers = { host, "x-forwarded-proto": scheme, "content-security-policy": noncePolicy(nonce, false) };
    const signal = AbortSignal.timeout(this.timeoutMs);
    const sent = request({ path: target, headers, createConnection: () => near, signal }).end();
    try {
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
    } finally {
      near.destroy();
      far.destroy();
    }
  }
}

export function sendPage({ status, variants }: SharedPage, request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = variants[encodingFor(request.headers["accept-encoding"])];
  response.writeHead(status, headers);
  response.end(body);
}

function isForEverybody({ status, headers }: Rendered): boolean {
  if (headers["set-cookie"] !== undefined) return false;
  const cacheControl = headers["cache-control"] ?? "";
  return status !== 200 || cacheControl === NEXT_CACHE_CONTROL || !/\b(private|no-store)\b/i.test(cacheControl);
}

/** In every encoding. The policy does not name the nonce, so the nonces that stay in the page mean nothing. */
async function makeSharedPage({ status, headers, body }: Rendered, path: string, nonce: string): Promise<SharedPage> {
  const isPage = /^text\/html\b/.test(headers["content-type"] ?? "");
  const policy = isPage ? hashPolicy(body.toString(), nonce) : documentPolicy(path);
  const vary = [headers.vary, "Accept-Encoding"].filter(Boolean).join(", ");
  const list = ["Content-Security-Policy", policy, "Vary", vary];
  for (const [name, value] of Object.entries(headers))
    if (!REPLACED.has(name)) for (const text of [value ?? []].flat()) list.push(name, text);
  // With `no-store`, browsers would not keep the page for "back". No cached page is personal.
  const standard = status === 200 ? "no-cache" : NEXT_CACHE_CONTROL;
  const cacheControl = cacheControlOf(status, headers["cache-control"], standard);
  if (cacheControl !== undefined) list.push("Cache-Control", cacheControl);
  // Many visitors get the same bytes, so it pays to compress a little harder.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, { params }), promisify(gzip)(body)]);
  const variant = (content: Buffer, ...coding: string[]) => ({
    headers: [...list, ...coding, "Content-Length", String(content.length)],
    body: content,
  });
  const variants = {
    br: variant(br, "Content-Encoding", "br"),
    gzip: variant(zipped, "Content-Encoding", "gzip"),
    identity: variant(body),
  };
  return { status, variants };
}

/** The same for every visitor, with any query. */
const DOCUMENTS = new Set([
  "/docs",
  "/favourites",
  "/feed.atom",
  "/llms.txt",
  "/openapi.json",
  "/openapi-internal.json",
  "/robots.txt",
  "/sitemap.xml",
]);
/** Its search differs by query. */
const REFERENCE = /^\/docs\/(?!search$)[\w-]+(\.md)?$/;
/** By the id as links write it. */
const ANIMAL = /^\/animals\/(0|-?[1-9]\d{0,18})$/;

/**
 * Null for a page that differs by visitor. The key has only the parameters that the page reads. Of a list, only the
 * first page without a search by name is cached. An unknown kind has no list.
 */
export function pageCacheKey({ method, url = "", headers }: IncomingMessage): string | null {
  if ((method !== "GET" && method !== "HEAD") || headers.rsc || hasSession(headers.cookie)) return null;
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  if (path !== "/") return DOCUMENTS.has(path) || REFERENCE.test(path) || ANIMAL.test(path) ? path : null;
  if (at === -1) return path;
  const pairs = pairsOf(url.slice(at + 1), PARAMETERS);
  const filters = parseFilters(pairs);
  return filters.cursor === undefined && filters.q === undefined ? filtersHref(filters) : null;
}

/** Every session matches; some other cookies may match too. */
export function hasSession(cookie: string | undefined): boolean {
  return (cookie ?? "")
    .split(";")
    .some((pair) => pair.includes("=") && /auth|session/i.test(pair.split("=", 1)[0] ?? ""));
}
