import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BoundedMap } from "@/lib/bounded-map";
import { monotonic } from "@/lib/clock";
import type { HeaderList } from "@/lib/http/message";
import { pairsOf } from "@/lib/http/query";
import { petsHref, readPetsParams } from "@/lib/pets/page-params";
import { petsVersion } from "@/lib/pets/version";
import { type Encoding, encodingFor } from "./encoding";
import { DOCUMENT_POLICY, newNonce, noncePolicy, policyHeaders, sealPage } from "./page-policy";

/** Answers a request for a page. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** How long a rendered page is shown, in milliseconds: other processes may add animals without this one knowing. */
const FRESH_MS = 900;
const MAX_PAGES = 200;
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** Documents beside the adopters' list that are the same for everybody, whatever their query says. */
const DOCUMENTS = new Set(["/docs", "/feed.atom", "/openapi.json"]);
/** What Next.js says of every page that is rendered on request; it is no statement about this page. */
export const NEXT_CACHE_CONTROL = "private, no-cache, no-store, max-age=0, must-revalidate";

/** A page as it goes to any number of visitors. */
type Page = { status: number; variants: Record<Encoding, { headers: HeaderList; body: Buffer }> };
/** `personal`: made for one visitor after all; `failed`: not made within the time limit. */
type Result = Page | "personal" | "failed";
/** A rendering of a page, under way or done. */
type Rendering = { began: number; version: number; result: Promise<Result> };

/**
 * The address under which a page is kept that is the same for everybody; null for any other. It is made of what the page
 * reads alone, so that parameters that nobody reads lead to the same page. Lists are kept up to their first page.
 */
export function keptAddress({ method, url = "", headers }: IncomingMessage): string | null {
  if ((method !== "GET" && method !== "HEAD") || headers.rsc || hasSession(headers.cookie)) return null;
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  if (path !== "/") return DOCUMENTS.has(path) ? path : null;
  if (at === -1) return path;
  const search: Record<string, string[]> = { status: [], cursor: [] };
  for (const [name, value] of pairsOf(url.slice(at + 1), search)) search[name]?.push(value);
  const params = readPetsParams(search, "available");
  return params.cursor === undefined ? petsHref("/", params, "available") : null;
}

/** Whether a cookie may belong to somebody who is signed in. Broad on purpose: cookies of proxies pass, ours never do. */
export function hasSession(cookie: string | undefined): boolean {
  return (cookie ?? "")
    .split(";")
    .some((pair) => pair.includes("=") && /auth|session/i.test(pair.split("=", 1)[0] ?? ""));
}

/** Pages that everybody asks for: each is rendered once a second at most, for all who ask meanwhile. */
export class KeptPages {
  private readonly renderings = new BoundedMap<string, Rendering>(MAX_PAGES);

  constructor(
    private readonly render: PageHandler,
    private readonly renderLimitMs: number,
  ) {}

  /** The page at an address of `keptAddress`: never older than a second, and never from before an animal was added. */
  find(address: string, origin: string): Promise<Result> {
    const key = `${origin} ${address}`;
    const found = this.renderings.get(key);
    if (found && found.version === petsVersion() && monotonic() - found.began < FRESH_MS) return found.result;
    const result = this.renderForAll(address, origin);
    const rendering = { began: monotonic(), version: petsVersion(), result };
    this.renderings.set(key, rendering);
    // Those who waited for it see a failure; whoever comes later tries again.
    void result.then((page) => {
      const isKept = typeof page === "object" && page.status === 200;
      if (!isKept && this.renderings.get(key) === rendering) this.renderings.delete(key);
    });
    return result;
  }

  private async renderForAll(address: string, origin: string): Promise<Result> {
    const nonce = newNonce();
    const answer = await renderAlone(this.render, address, origin, nonce, this.renderLimitMs);
    if (answer === null) return "failed";
    if (!isForEverybody(answer)) return "personal";
    return makePage(answer, address.split("?", 1)[0] as string, origin, nonce);
  }
}

/** Sends a page to one visitor, in the encoding that they take. */
export function sendPage({ status, variants }: Page, request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = variants[encodingFor(request.headers["accept-encoding"])];
  response.writeHead(status, headers);
  response.end(body);
}

type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/**
 * Renders a page for nobody in particular: no cookie, no credential and no preference of a visitor gets in, and no visitor
 * who leaves or reads slowly holds it up. Null when it does not end in time or is too large.
 */
async function renderAlone(
  render: PageHandler,
  url: string,
  origin: string,
  nonce: string,
  limitMs: number,
): Promise<Answer | null> {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }) as Socket;
  const request = new IncomingMessage(socket);
  const [scheme, host] = origin.split("://", 2);
  const headers = {
    host,
    "x-forwarded-proto": scheme,
    "content-security-policy": noncePolicy(nonce, false),
  };
  Object.assign(request, { method: "GET", url, httpVersionMajor: 1, httpVersionMinor: 1, httpVersion: "1.1", headers });
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  const read = record(response, () => socket.destroy());
  const closed = new Promise<void>((resolve) => response.once("close", resolve));
  response.once("finish", () => socket.destroy());
  const patience = setTimeout(() => socket.destroy(), limitMs);
  void render(request, response);
  await closed;
  clearTimeout(patience);
  return response.writableFinished
    ? { status: response.statusCode, headers: response.getHeaders(), body: read() }
    : null;
}

/** Reads along what is written to a response, up to the limit of a page. */
function record(response: ServerResponse, onTooLarge: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  const { write, end } = response;
  const keep = (chunk: unknown) => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    const copy = Buffer.from(chunk as string);
    length += copy.length;
    if (length > MAX_PAGE_BYTES) onTooLarge();
    else chunks.push(copy);
  };
  response.write = ((...args: unknown[]) => {
    keep(args[0]);
    return write.apply(response, args as never);
  }) as typeof write;
  response.end = ((...args: unknown[]) => {
    keep(args[0]);
    return end.apply(response, args as never);
  }) as typeof end;
  return () => Buffer.concat(chunks);
}

/** Whether an answer may go to anybody but the one that it was made for. */
function isForEverybody({ status, headers }: Answer): boolean {
  if (headers["set-cookie"] !== undefined) return false;
  const cacheControl = String(headers["cache-control"] ?? "");
  return status !== 200 || cacheControl === NEXT_CACHE_CONTROL || !/\b(private|no-store)\b/i.test(cacheControl);
}

/** What Next.js says about the transfer of a body, and what is said anew here. */
const NOT_KEPT = new Set(["content-length", "transfer-encoding", "content-encoding", "connection", "etag", "vary"]);

async function makePage({ status, headers, body }: Answer, path: string, origin: string, nonce: string): Promise<Page> {
  const isPage = /^text\/html\b/.test(String(headers["content-type"]));
  const sealed = isPage ? sealPage(body.toString(), nonce) : { html: null, policy: DOCUMENT_POLICY };
  const identity = sealed.html === null ? body : Buffer.from(sealed.html);
  const list = [...policyHeaders(path, origin), "Content-Security-Policy", sealed.policy, "Vary", varyOf(headers)];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || NOT_KEPT.has(name)) continue;
    // No page here is made for one person; `no-store` would keep browsers from keeping it for "back".
    const isDefault = name === "cache-control" && value === NEXT_CACHE_CONTROL;
    // Next.js names its nonce in `Link` too.
    const texts = [value].flat().map((text) => String(text).replaceAll(`; nonce="${nonce}"`, ""));
    for (const text of isDefault && status === 200 ? ["no-cache"] : texts) list.push(name, text);
  }
  // It is compressed for a second of visitors, not for one: a little more effort than for a single answer pays.
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
  const given = [vary].flat().join(", ");
  return /accept-encoding/i.test(given) ? given : [given, "Accept-Encoding"].filter(Boolean).join(", ");
}
