import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import compression from "compression";
import { BoundedMap } from "@/lib/bounded-map";
import { monotonic } from "@/lib/clock";
import { originOf } from "@/lib/http/message";
import { logError } from "@/lib/log";
import { petsVersion } from "@/lib/pets/version";
import { createAssetServer } from "./assets";
import { type Encoding, encodingFor } from "./encoding";

/** Answers a request for a page. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The same with what our server puts in front; an answer of the API, where Next.js mounts it, is left as it is. */
type PageServer = (request: IncomingMessage, response: ServerResponse, isApi?: boolean) => Promise<void>;

/** How long a rendered list is shown, in milliseconds: other processes may add animals without this one knowing. */
const FRESH_MS = 900;
const MAX_PAGES = 200;
const MAX_SEARCH_LENGTH = 200;

type Page = { headers: OutgoingHttpHeaders; bodies: Record<Encoding, Buffer> };
/** A rendering of a page, under way or done. */
type Rendering = { began: number; version: number; page: Promise<Page | null> };

/** What every page says beside what Next.js says. */
const PAGE_HEADERS = [
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "same-origin"],
] as const;

const POLICY_HEADERS = ["content-security-policy", "content-security-policy-report-only"];

/**
 * Serves the pages of Next.js, compressed. The adopters' list, which everybody asks for and which is the same for everybody,
 * is rendered once and then served as it is: for less than a second, and never after an animal was added.
 */
export function createPageServer(next: PageHandler): PageServer {
  const renderings = new BoundedMap<string, Rendering>(MAX_PAGES);
  const serveAsset = createAssetServer();
  const compress = compression();

  const render = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await next(request, response);
    } catch (error) {
      logError("page failed", error);
      if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain" });
      response.end("Something went wrong on our side.");
    }
  };

  return async (request, response, isApi = false) => {
    if (isApi) return render(request, response);
    for (const [name, value] of PAGE_HEADERS) response.setHeader(name, value);
    // Next.js would take a nonce from these, and a page that is kept goes to others too.
    for (const name of POLICY_HEADERS) delete request.headers[name];
    if (serveAsset(request, response)) return;
    const key = cacheKey(request);
    const found = key === null ? undefined : renderings.get(key);
    if (found && isFresh(found)) {
      // What was fresh when this request came may be shown to it, also when an animal is added while it waits.
      const page = await found.page;
      if (page && isYoung(found)) return send(page, request, response);
    }
    compress(request as never, response as never, () => {});
    // What is captured is what Next.js writes, before it is compressed for this one client.
    if (key !== null)
      renderings.set(key, { began: monotonic(), version: petsVersion(), page: capture(request, response) });
    return render(request, response);
  };
}

/** What a list is remembered by; null for everything that is no list, or is asked for by a script of Next.js. */
function cacheKey({ method, url = "", headers }: IncomingMessage): string | null {
  const [path, search = ""] = url.split("?", 2);
  if (method !== "GET" || path !== "/" || search.length > MAX_SEARCH_LENGTH || headers.rsc) return null;
  const origin = originOf({ host: headers.host ?? null, header: (name) => (headers[name] as string) ?? null });
  return `${origin} ${search}`;
}

const isYoung = ({ began }: Rendering) => monotonic() - began < FRESH_MS;
const isFresh = (rendering: Rendering) => rendering.version === petsVersion() && isYoung(rendering);

/**
 * Reads along what Next.js writes; null when that is no whole page, or when it takes too long: a client that does not read
 * holds up its own page, and must not hold up those who wait for it.
 */
function capture(request: IncomingMessage, response: ServerResponse): Promise<Page | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const { write, end } = response;
    let headers: OutgoingHttpHeaders = {};
    const keep = (chunk: unknown) => {
      if (chunks.length === 0) headers = { ...response.getHeaders() };
      if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
    };
    response.write = ((...args: unknown[]) => {
      keep(args[0]);
      return write.apply(response, args as never);
    }) as typeof write;
    response.end = ((...args: unknown[]) => {
      keep(args[0]);
      const whole = response.statusCode === 200 && !request.destroyed ? Buffer.concat(chunks) : null;
      resolve(whole && encode(headers, whole).catch(() => null));
      return end.apply(response, args as never);
    }) as typeof end;
    response.on("close", () => resolve(null));
    setTimeout(() => resolve(null), FRESH_MS).unref();
  });
}

async function encode(given: OutgoingHttpHeaders, identity: Buffer): Promise<Page> {
  // It is compressed for a second of visitors, not for one: a little more effort than for a single answer pays.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity, { level: 6 }),
  ]);
  // How it went to the one client that it was rendered for is nobody else's business.
  const { "content-length": _length, "transfer-encoding": _transfer, "content-encoding": _content, ...headers } = given;
  const { vary = "" } = headers;
  const varies = /accept-encoding/i.test(String(vary))
    ? vary
    : [vary, "Accept-Encoding"].flat().filter(Boolean).join(", ");
  return { headers: { ...headers, vary: varies }, bodies: { br, gzip: zipped, identity } };
}

function send({ headers, bodies }: Page, request: IncomingMessage, response: ServerResponse): void {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const body = bodies[encoding];
  const coding = encoding === "identity" ? {} : { "content-encoding": encoding };
  response.writeHead(200, { ...headers, ...coding, "content-length": body.length });
  response.end(body);
}
