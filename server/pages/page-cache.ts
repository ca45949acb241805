import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BoundedMap } from "@/lib/bounded-map";
import { monotonic } from "@/lib/clock";
import { contentVersion } from "@/lib/content-version";
import type { HeaderList } from "@/lib/http/message";
import { pairsOf } from "@/lib/http/query-string";
import { filtersHref, isUnknownKind, PARAMETERS, parseFilters } from "@/lib/pets/adopters/filters";
import { MINUTE_MS } from "@/lib/time";
import { cacheControlOf, NEXT_CACHE_CONTROL } from "./cache-control";
import { type Encoding, encodingFor } from "./encoding";
import { documentPolicy, newNonce, noncePolicy, policyHeaders, sealPage } from "./page-policy";

/** Handles a request for a page. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** How long a rendered page is served, in milliseconds. Other processes may add animals without this one knowing. */
const FRESH_MS = 900;
const MAX_PAGES = 200;
/** Maximum number of hosts for which pages are cached. Each has its own copies. */
const MAX_ORIGINS = 4;
/** A host that was not requested for this long may be evicted, in milliseconds. */
const IDLE_ORIGIN_MS = 10 * MINUTE_MS;
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** Documents that are the same for every visitor, with any query. */
const DOCUMENTS = new Set(["/docs", "/favourites", "/feed.atom", "/openapi.json", "/robots.txt", "/sitemap.xml"]);

/** A page that can be sent to any number of visitors. */
type Page = { status: number; variants: Record<Encoding, { headers: HeaderList; body: Buffer }> };
/** `personal`: the page turned out to be made for one visitor. `failed`: it was not rendered in time. */
type Found = Page | "personal" | "failed";
/** A rendering of a page, in progress or done. */
type Rendering = { began: number; version: number; result: Promise<Found> };

/**
 * Returns the cache key of a page that is the same for every visitor, or null for any other page. It contains only the
 * parameters that the page reads, so others lead to the same page. Of a list, only the first page is cached, and only
 * without a search by name. An unknown kind has no list.
 */
export function pageCacheKey({ method, url = "", headers }: IncomingMessage): string | null {
  if ((method !== "GET" && method !== "HEAD") || headers.rsc || hasSession(headers.cookie)) return null;
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  if (path !== "/") return DOCUMENTS.has(path) ? path : null;
  if (at === -1) return path;
  const pairs = pairsOf(url.slice(at + 1), PARAMETERS);
  if (isUnknownKind(pairs.flatMap(([name, value]) => (name === "kind" ? [value] : [])))) return null;
  const filters = parseFilters(pairs);
  return filters.cursor === undefined && filters.q === undefined ? filtersHref(filters) : null;
}

/** Whether a cookie may be a session. Every session matches; some other cookies may match too. */
export function hasSession(cookie: string | undefined): boolean {
  return (cookie ?? "")
    .split(";")
    .some((pair) => pair.includes("=") && /auth|session/i.test(pair.split("=", 1)[0] ?? ""));
}

/** The pages that are the same for every visitor. Each is rendered about once a second at most. */
export class PageCache {
  private readonly renderings = new BoundedMap<string, Rendering>(MAX_PAGES);
  /** When each cached origin was last requested. */
  private readonly origins = new Map<string, number>();

  constructor(
    private readonly render: PageHandler,
    private readonly renderTimeoutMs: number,
  ) {}

  /** Finds the page for a key of `pageCacheKey`. It is never older than a second, or than the newest animal. */
  async find(target: string, origin: string): Promise<Found> {
    if (!this.keepsFor(origin)) return "personal";
    const key = `${origin} ${target}`;
    const found = this.renderings.get(key);
    if (found && found.version === contentVersion() && monotonic() - found.began < FRESH_MS) return found.result;
    const result = this.renderForAll(target, origin);
    const rendering = { began: monotonic(), version: contentVersion(), result };
    this.renderings.set(key, rendering);
    // Only visitors who waited for this rendering get its failure. The next visitor starts another.
    void result.then((page) => {
      const isKept = typeof page === "object" && page.status === 200;
      if (!isKept && this.renderings.get(key) === rendering) this.renderings.delete(key);
    });
    return result;
  }

  /**
   * Whether pages may be cached for an origin. Without SITE_URL, clients choose the host, and made-up hosts must not
   * evict pages that are in use.
   */
  private keepsFor(origin: string): boolean {
    const now = monotonic();
    if (!this.origins.has(origin) && this.origins.size >= MAX_ORIGINS) {
      const idle = [...this.origins].find(([, asked]) => now - asked >= IDLE_ORIGIN_MS);
      if (!idle) return false;
      this.origins.delete(idle[0]);
    }
    this.origins.set(origin, now);
    return true;
  }

  private async renderForAll(target: string, origin: string): Promise<Found> {
    const nonce = newNonce();
    const rendered = await renderWithoutVisitor(this.render, target, origin, nonce, this.renderTimeoutMs);
    if (rendered === null) return "failed";
    if (!isForEverybody(rendered)) return "personal";
    return makePage(rendered, target.split("?", 1)[0] ?? "", origin, nonce);
  }
}

/** Sends a page to one visitor, in the best encoding that they accept. */
export function sendPage({ status, variants }: Page, request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = variants[encodingFor(request.headers["accept-encoding"])];
  response.writeHead(status, headers);
  response.end(body);
}

type Rendered = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/**
 * Renders a page for no visitor in particular: it sees no cookie, credential or preference, and no slow visitor delays
 * it. Returns null if it takes too long or is too large.
 */
async function renderWithoutVisitor(
  render: PageHandler,
  target: string,
  origin: string,
  nonce: string,
  timeoutMs: number,
): Promise<Rendered | null> {
  const { request, response, socket } = makeExchange(target, origin, nonce);
  const captured = capture(response, () => socket.destroy());
  const closed = new Promise<void>((resolve) => response.once("close", resolve));
  response.once("finish", () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  void render(request, response);
  await closed;
  clearTimeout(timer);
  return response.writableFinished
    ? { status: response.statusCode, headers: response.getHeaders(), body: captured() }
    : null;
}

/** Makes a GET request that no visitor has sent, and its response, on a socket that leads nowhere. */
function makeExchange(target: string, origin: string, nonce: string) {
  // A request and a response need only a Duplex, but their types ask for a Socket.
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }) as Socket;
  const request = new IncomingMessage(socket);
  const [scheme, host] = origin.split("://", 2);
  const headers = {
    host,
    "x-forwarded-proto": scheme,
    "content-security-policy": noncePolicy(nonce, false),
  };
  const version = { httpVersionMajor: 1, httpVersionMinor: 1, httpVersion: "1.1" };
  Object.assign(request, { method: "GET", url: target, ...version, headers });
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  return { request, response, socket };
}

/** Captures what is written to a response, up to the size limit of a page. */
function capture(response: ServerResponse, onTooLarge: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  const { write, end } = response;
  const collect = (chunk: unknown) => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    // Both branches are the same call, because no overload of `Buffer.from` takes both types.
    const copy = typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk);
    length += copy.length;
    if (length > MAX_PAGE_BYTES) onTooLarge();
    else chunks.push(copy);
  };
  // `write` and `end` are overloaded, which a function expression cannot express.
  response.write = ((...args: unknown[]) => {
    collect(args[0]);
    return Reflect.apply(write, response, args);
  }) as typeof write;
  response.end = ((...args: unknown[]) => {
    collect(args[0]);
    return Reflect.apply(end, response, args);
  }) as typeof end;
  return () => Buffer.concat(chunks);
}

/** Whether a rendered page may be sent to every visitor. */
function isForEverybody({ status, headers }: Rendered): boolean {
  if (headers["set-cookie"] !== undefined) return false;
  const cacheControl = String(headers["cache-control"] ?? "");
  return status !== 200 || cacheControl === NEXT_CACHE_CONTROL || !/\b(private|no-store)\b/i.test(cacheControl);
}

/** The headers of Next.js that our own replace. */
const NOT_KEPT = new Set([
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "connection",
  "etag",
  "vary",
  "cache-control",
]);

async function makePage(
  { status, headers, body }: Rendered,
  path: string,
  origin: string,
  nonce: string,
): Promise<Page> {
  const isPage = /^text\/html\b/.test(String(headers["content-type"]));
  const sealed = isPage ? sealPage(body.toString(), nonce) : { html: null, policy: documentPolicy(path) };
  const identity = sealed.html === null ? body : Buffer.from(sealed.html);
  const list = [...policyHeaders(path, origin), "Content-Security-Policy", sealed.policy, "Vary", varyOf(headers)];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || NOT_KEPT.has(name)) continue;
    // Next.js puts the nonce into `Link` too.
    const texts = [value].flat().map((text) => String(text).replaceAll(`; nonce="${nonce}"`, ""));
    for (const text of texts) list.push(name, text);
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
