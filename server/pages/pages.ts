import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { constants } from "node:zlib";
import compression from "compression";
// Next.js's own check, so that exactly what it would fail on is dropped. If it moves, e2e/process/pages.test.ts fails.
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { GET as livez } from "@/app/livez/route";
import { GET as readyz } from "@/app/readyz/route";
import { Semaphore, Shares } from "@/lib/concurrency/capacity";
import { failureStatus, logFailure } from "@/lib/database/health";
import { CLIENT_ADDRESS_HEADER, widestBlock } from "@/lib/http/client-address";
import { originOf } from "@/lib/http/message";
import { refreshKinds } from "@/lib/pets/categories/store";
import { parsePhotoPath } from "@/lib/pets/photos/files";
import { headerOf } from "../http/bodies";
import { readAssets, sendAsset } from "./assets";
import { AWAY, CROWDED, limitPage, sendNotice, sendRefusal } from "./notice";
import { PageCache, type PageHandler, pageCacheKey, RENDERING_LIMITS, sendPage } from "./page-cache";
import {
  cacheControlOf,
  documentPolicy,
  isSecret,
  NEXT_CACHE_CONTROL,
  newNonce,
  noncePolicy,
  setPagePolicies,
  setPolicies,
} from "./page-policy";
import { sendPhoto } from "./photos";

/** Nothing limits the health checks, so they do without Next.js, which would hold up the pages. */
const PROBES = new Map<string, () => Response | Promise<Response>>([
  ["/livez", livez],
  ["/readyz", readyz],
]);

type Options = {
  /** In development no page is cached or limited, and the policy is looser. */
  dev?: boolean;
  /** For the rendering of a cached page, in milliseconds. */
  renderTimeoutMs?: number;
};

/** Of one IP address. A page that is not read may take 2 MB of memory. */
const MAX_UNFINISHED_PAGES = 100;
/** After this long, in milliseconds, a page no longer counts as being rendered: its reader may just be slow. */
const MAX_RENDERING_MS = 2_000;

/**
 * Serves the pages of Next.js: limits requests by IP address, adds the policies, caches pages that are the same for
 * every visitor, and compresses the others.
 */
export class PageServer {
  private readonly dev: boolean;
  private readonly assets: ReturnType<typeof readAssets>;
  private readonly cache: PageCache;
  // One more than the default: pages are a tenth smaller, and take hardly longer.
  private readonly compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } });
  private readonly unfinished = new Shares(() => MAX_UNFINISHED_PAGES);
  private readonly personalRenderings = new Semaphore(RENDERING_LIMITS);

  constructor(
    private readonly next: PageHandler,
    { dev = false, renderTimeoutMs = 10_000 }: Options = {},
  ) {
    this.dev = dev;
    // In development files change, and Next.js serves them itself.
    this.assets = dev ? new Map() : readAssets();
    this.cache = new PageCache((request, response) => this.passToNext(request, response), renderTimeoutMs);
  }

  /** Passes a request to Next.js as it is. In development, Next.js serves the API. Never throws. */
  async passToNext(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.next(request, response);
    } catch (error) {
      respondFailure(response, error);
    }
  }

  /** Serves a page with our policies and limits. Never throws. */
  async servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.routePage(request, response);
    } catch (error) {
      respondFailure(response, error);
    }
  }

  private async routePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split("?", 1)[0] ?? "/";
    const origin = originOf({ host: request.headers.host ?? null, header: (name) => headerOf(request, name) });
    setPolicies(response, path, origin);
    const photo = parsePhotoPath(path);
    if (photo && (await sendPhoto(photo, request, response, addressOf(request)))) return;
    const asset = this.assets.get(path);
    if (asset) return sendAsset(asset, request, response);
    const probe = PROBES.get(path);
    if (probe) return sendAnswer(response, await probe());
    setPagePolicies(response);
    // Pages name kinds, and so do the keys of cached ones.
    await refreshKinds();
    if (!this.dev) {
      const verdict = await limitPage(addressOf(request));
      if (verdict.refused !== null) return sendRefusal(request, response, verdict);
      const location = withoutSlash(request);
      if (location !== null)
        return void response.writeHead(308, { Location: location, "Cache-Control": "private, no-cache" }).end();
      const key = pageCacheKey(request);
      const page = key === null ? "personal" : await this.cache.find(key, origin);
      if (page === "failed") return sendNotice(request, response, AWAY);
      if (page !== "personal") return sendPage(page, request, response);
    }
    return this.renderForVisitor(request, response, path);
  }

  private async renderForVisitor(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const giveBack = this.unfinished.take(widestBlock(addressOf(request)));
    if (!giveBack) return sendNotice(request, response, CROWDED);
    response.once("close", giveBack);
    prepareForVisitor(request, response, path, this.dev);
    // The types of `compression` are Express's, but Node.js's own objects are enough.
    this.compress(request as never, response as never, () => {});
    // Signing in renders nothing and has limits of its own. Strangers must not hold up pages and known browsers.
    if (path.startsWith("/api/auth/")) return this.passToNext(request, response);
    if (!(await this.personalRenderings.take())) return sendNotice(request, response, AWAY);
    try {
      if (response.destroyed) return;
      await Promise.race([this.passToNext(request, response), sleep(MAX_RENDERING_MS, undefined, { ref: false })]);
    } finally {
      this.personalRenderings.giveBack();
    }
  }
}

const addressOf = (request: IncomingMessage) => headerOf(request, CLIENT_ADDRESS_HEADER) ?? "unknown";

async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

/**
 * Where a path with a trailing slash is redirected; null for any other. Only paths of ordinary segments lose their
 * slash, because a `Location` that begins with `//` names another host.
 */
function withoutSlash({ method, url = "" }: IncomingMessage): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [, path, query = ""] = /^((?:\/[\w.~%-]+)+)\/(\?.*)?$/.exec(url) ?? [];
  return path === undefined ? null : path + query;
}

/** Gives a page for one visitor its own nonce, and a response that turns out to be no page the policy of a document. */
function prepareForVisitor(request: IncomingMessage, response: ServerResponse, path: string, dev: boolean): void {
  const policy = noncePolicy(newNonce(), dev);
  // Next.js takes its nonce from this header, which must never come from a client.
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  limitRequestHeaders(request);
  const isPersonal = path === "/staff" || path.startsWith("/staff/") || isSecret(path);
  const { writeHead } = response;
  // `writeHead` is overloaded, which a function expression cannot express.
  response.writeHead = ((...args: unknown[]) => {
    response.writeHead = writeHead;
    const given = typeof args[0] === "number" ? args[0] : response.statusCode;
    const status = given === 500 ? failureStatus() : given;
    if (status === 503) response.setHeader("Retry-After", String(AWAY.retryAfterSeconds));
    const isPage = /^text\/html\b/.test(String(response.getHeader("content-type")));
    response.setHeader("Content-Security-Policy", isPage ? policy : documentPolicy(path));
    // Browsers can keep a page for "back" only if they may store it.
    const standard = isPage && !isPersonal ? "private, no-cache" : NEXT_CACHE_CONTROL;
    const cacheControl = cacheControlOf(status, response.getHeader("cache-control"), standard);
    if (cacheControl !== undefined) response.setHeader("Cache-Control", cacheControl);
    return Reflect.apply(writeHead, response, [status, ...args.slice(1)]);
  }) as typeof writeHead;
}

const ROUTER_STATE = "next-router-state-tree";
/** Next.js looks for bots in this header with an expression that takes quadratic time. */
const MAX_USER_AGENT = 400;
/** Far more than any page needs. Next.js validates the state recursively. */
const MAX_STATE_LENGTH = 8_000;
const MAX_STATE_LISTS = 50;

/** Cuts or drops what Next.js would spend too long on, or answer with a 500. Without the state it renders the whole page. */
function limitRequestHeaders({ headers }: IncomingMessage): void {
  const { "user-agent": userAgent, [ROUTER_STATE]: state } = headers;
  if (userAgent !== undefined) headers["user-agent"] = userAgent.slice(0, MAX_USER_AGENT);
  if (state !== undefined && !isRouterState(state)) delete headers[ROUTER_STATE];
}

function isRouterState(state: string | string[]): boolean {
  if (typeof state !== "string" || state.length > MAX_STATE_LENGTH) return false;
  if ((state.match(/\[|%5B/gi) ?? []).length > MAX_STATE_LISTS) return false;
  try {
    parseAndValidateFlightRouterState(state);
    return true;
  } catch {
    return false;
  }
}

function respondFailure(response: ServerResponse, error: unknown): void {
  logFailure("page failed", error);
  // A page that ends in the middle must not look complete.
  if (response.headersSent) return void response.destroy();
  response.statusCode = failureStatus();
  response.setHeader("Content-Type", "text/plain");
  response.end("Something went wrong on our side.");
}
