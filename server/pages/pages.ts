import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import compression from "compression";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { GET as livez } from "@/app/livez/route";
import { GET as readyz } from "@/app/readyz/route";
import { Semaphore, Shares } from "@/lib/concurrency/capacity";
import { logFailure } from "@/lib/database/health";
import { CLIENT_ADDRESS_HEADER, widestBlock } from "@/lib/http/client-address";
import { originOf } from "@/lib/http/message";
import { retryAfterSeconds, type Verdict } from "@/lib/limits/bucket";
import { type PhotoName, parsePhotoPath } from "@/lib/pets/photos/files";
import { timeWords } from "@/lib/values/time-words";
import { headerOf } from "../http/bodies";
import { readAssets, sendAsset } from "./assets";
import { limitPage, sendNotice } from "./notice";
import { PageCache, type PageHandler, pageCacheKey, RENDERING_LIMITS, sendPage } from "./page-cache";
import {
  cacheControlOf,
  documentPolicy,
  isSecret,
  NEXT_CACHE_CONTROL,
  newNonce,
  noncePolicy,
  setPolicies,
} from "./page-policy";
import { sendPhoto } from "./photos";

// Next.js's own check, so that exactly what it would fail on is dropped. If it moves, server/http/wire.test.ts fails.

const ROUTER_STATE = "next-router-state-tree";
/** Next.js looks for bots in this header with an expression that takes quadratic time. */
const MAX_USER_AGENT = 400;
/** Far more than any page needs. Next.js validates the state recursively. */
const MAX_STATE_LENGTH = 8_000;
const MAX_STATE_LISTS = 50;

/**
 * Makes the headers of a request harmless for Next.js, which spends too long on a long `User-Agent` and on a deeply
 * nested router state. An invalid state is dropped too: Next.js would answer 500 and log an error. Without the state,
 * the whole page is rendered.
 */
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

type Probe = () => Response | Promise<Response>;

/** The health checks, by path. Nothing limits them, so they do without Next.js, which would hold up the pages. */
const PROBES: ReadonlyMap<string, Probe> = new Map<string, Probe>([
  ["/livez", livez],
  ["/readyz", readyz],
]);

/** Answers a health check. */
async function sendProbe(probe: Probe, response: ServerResponse): Promise<void> {
  const answer = await probe();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

type Options = {
  /** In development no page is cached or limited, and the policy is looser. */
  dev?: boolean;
  /** How long the rendering of a cached page may take, in milliseconds. */
  renderTimeoutMs?: number;
};

/** Maximum number of unfinished pages of one IP address. A page that is not read may take 2 MB of memory. */
const MAX_UNFINISHED_PAGES = 100;
/** After this long, in milliseconds, a page no longer counts as being rendered: its reader may just be slow. */
const MAX_RENDERING_MS = 2_000;
/** The part that both notices below share. */
const TRY_AGAIN = { retryAfterSeconds: 5, link: "Try again" };
const FAILED = {
  status: 503,
  title: "This takes too long",
  text: "The page could not be made in time. Please try again in a moment.",
  ...TRY_AGAIN,
};
const TOO_MANY = {
  status: 429,
  title: "Too many requests",
  text: "Your network is loading too many pages at the same time. Please try again in a moment.",
  ...TRY_AGAIN,
};

/**
 * Serves the pages of Next.js. Limits requests by IP address, adds the policies, caches pages that are the same for
 * every visitor, and compresses the others.
 */
export class PageServer {
  private readonly dev: boolean;
  private readonly assets: ReturnType<typeof readAssets>;
  private readonly cache: PageCache;
  private readonly compress = compression();
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
    if (photo) return servePhoto(photo, request, response);
    const asset = this.assets.get(path);
    if (asset) return sendAsset(asset, request, response);
    const probe = PROBES.get(path);
    if (probe) return sendProbe(probe, response);
    if (!this.dev) {
      const verdict = await limitPage(addressOf(request));
      if (verdict.refused !== null) return sendRefusal(request, response, verdict);
      const location = locationOf(request, path);
      if (location !== null) return redirect(response, location);
      if (await trySendCached(this.cache, request, response, origin)) return;
    }
    return this.renderForVisitor(request, response, path);
  }

  private async renderForVisitor(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const giveBack = this.unfinished.take(widestBlock(addressOf(request)));
    if (!giveBack) return sendNotice(request, response, TOO_MANY);
    response.once("close", giveBack);
    prepareForVisitor(request, response, path, this.dev);
    // The types of `compression` are Express's, but Node.js's own objects are enough.
    this.compress(request as never, response as never, () => {});
    // Signing in renders nothing and has limits of its own. Strangers must not hold up pages and known browsers.
    if (path.startsWith("/api/auth/")) return this.passToNext(request, response);
    if (!(await this.personalRenderings.take())) return sendNotice(request, response, FAILED);
    try {
      if (response.destroyed) return;
      await Promise.race([this.passToNext(request, response), sleep(MAX_RENDERING_MS, undefined, { ref: false })]);
    } finally {
      this.personalRenderings.giveBack();
    }
  }
}

const addressOf = (request: IncomingMessage) => headerOf(request, CLIENT_ADDRESS_HEADER) ?? "unknown";

async function servePhoto(photo: PhotoName, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = await sendPhoto(photo, request, response, addressOf(request));
  if (refusal) sendRefusal(request, response, refusal);
}

/**
 * Sends a page that is the same for every visitor, or a notice that rendering it failed. Returns false for any other
 * page.
 */
async function trySendCached(
  cache: PageCache,
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<boolean> {
  const target = pageCacheKey(request);
  const page = target === null ? "personal" : await cache.find(target, origin);
  if (page === "personal") return false;
  if (page === "failed") sendNotice(request, response, FAILED);
  else sendPage(page, request, response);
  return true;
}

function sendRefusal(request: IncomingMessage, response: ServerResponse, verdict: Verdict): void {
  const seconds = retryAfterSeconds(verdict);
  const wait = timeWords(seconds);
  const text = `Your network asked for too many pages in a short time. Please wait ${wait}, then try again.`;
  const notice = { status: 429, title: "Too many requests", text, retryAfterSeconds: seconds, link: "Try again" };
  sendNotice(request, response, notice);
}

/** Where feed readers and people look for the feed, too. */
const FEEDS = ["/feed", "/feed.xml"];

/**
 * Returns where to redirect another name of the feed, or a path with a trailing slash, and null for any other path.
 * Only paths of ordinary segments lose their slash, because a `Location` that begins with `//` names another host.
 */
function locationOf({ method, url = "" }: IncomingMessage, asked: string): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  if (FEEDS.includes(asked)) return "/feed.atom";
  const [, path, query = ""] = /^((?:\/[\w.~%-]+)+)\/(\?.*)?$/.exec(url) ?? [];
  return path === undefined ? null : path + query;
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { Location: location, "Cache-Control": "private, no-cache" }).end();
}

/**
 * Gives a page for one visitor its own nonce. A response that turns out not to be a page gets the policy of a
 * document.
 */
function prepareForVisitor(request: IncomingMessage, response: ServerResponse, path: string, dev: boolean): void {
  const policy = noncePolicy(newNonce(), dev);
  // Next.js takes its nonce from this header, which must never come from a client.
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  limitRequestHeaders(request);
  const isPersonal = path === "/staff" || path.startsWith("/staff/") || isSecret(path);
  beforeHeaders(response, (status) => {
    const isPage = /^text\/html\b/.test(String(response.getHeader("content-type")));
    response.setHeader("Content-Security-Policy", isPage ? policy : documentPolicy(path));
    // Browsers can keep a page for "back" only if they may store it.
    const standard = isPage && !isPersonal ? "private, no-cache" : NEXT_CACHE_CONTROL;
    const cacheControl = cacheControlOf(status, response.getHeader("cache-control"), standard);
    if (cacheControl !== undefined) response.setHeader("Cache-Control", cacheControl);
  });
}

/** Calls back once, with the status, just before the headers of the response are sent. */
function beforeHeaders(response: ServerResponse, change: (status: number) => void): void {
  const { writeHead } = response;
  // `writeHead` is overloaded, which a function expression cannot express.
  response.writeHead = ((...args: unknown[]) => {
    response.writeHead = writeHead;
    change(typeof args[0] === "number" ? args[0] : response.statusCode);
    return Reflect.apply(writeHead, response, args);
  }) as typeof writeHead;
}

/** Ends a response after an unexpected error. */
function respondFailure(response: ServerResponse, error: unknown): void {
  logFailure("page failed", error);
  // A page that ends in the middle must not look complete.
  if (response.headersSent) return void response.destroy();
  response.statusCode = 500;
  response.setHeader("Content-Type", "text/plain");
  response.end("Something went wrong on our side.");
}
