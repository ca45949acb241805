import "server-only";
import { LruMap } from "../concurrency/caches";
import { settings } from "../process/settings";
import { clientAddress } from "./client-address";
import { ApiError } from "./errors";
import type { ArrivalRule } from "./parts";

/**
 * A request, independent of Node.js and Next.js. Where Next.js serves `/v1`, its router refuses some requests before.
 */
export type Incoming = {
  readonly method: string;
  /** As it was sent, or null. */
  readonly host: string | null;
  readonly path: string;
  /** The query without its `?`, as it was sent. */
  readonly search: string;
  readonly address: string;
  /** By its name in lower case; null if it is absent. */
  header(name: string): string | null;
  /** Null if the body is longer than `maxBytes`. @throws ApiError bad_request when the connection breaks first */
  read(maxBytes: number): Promise<Uint8Array | null>;
  /**
   * Reads a large body in parts, within the limits of `rule`. Null if it is too long.
   * @throws ApiError bad_request when the connection breaks first, request_timeout
   */
  readParts(rule: ArrivalRule): Promise<Uint8Array[] | null>;
};

/** Name, value, name, value: what Node.js writes fastest. */
export type HeaderList = string[];

export type Outgoing = { status: number; headers: HeaderList; body: string | null };

const HOST = /^(?:[\w.~-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Valid ones. Bounded, because anybody can send any number of hosts. */
const hosts = new LruMap<string, true>(1_000);

/** RFC 9110, 7.2 */
export function isHost(text: string): boolean {
  if (hosts.get(text)) return true;
  // The URL parser also checks the bounds of ports and of the numbers in IP addresses.
  if (!HOST.test(text) || !URL.canParse(`http://${text}/`)) return false;
  hosts.set(text, true);
  return true;
}

/**
 * For absolute links: SITE_URL, or else the host that the caller used. Behind trusted proxies, the scheme is the one
 * they report.
 * @throws ApiError bad_request when the Host header is not valid (RFC 9112, 3.2)
 */
export function originOf({ host, header }: Pick<Incoming, "host" | "header">): string {
  const { SITE_URL, TRUSTED_PROXIES } = settings();
  if (SITE_URL !== undefined) return SITE_URL;
  const isSecure = TRUSTED_PROXIES > 0 && header("x-forwarded-proto")?.toLowerCase() === "https";
  if (host !== null && !isHost(host)) throw new ApiError("bad_request", "The Host header is not valid");
  return `${isSecure ? "https" : "http"}://${host ?? "localhost"}`.toLowerCase();
}

export function fromRequest(request: Request): Incoming {
  const target = request.url.slice(request.url.indexOf("/", request.url.indexOf("//") + 2));
  const [path = "/", ...search] = target.split("?");
  return {
    method: request.method,
    host: request.headers.get("host"),
    path,
    search: search.join("?"),
    address: clientAddress(request.headers),
    header: (name) => request.headers.get(name),
    read: (maxBytes) => readStream(request.body, maxBytes),
    async readParts({ maxBytes }) {
      const body = await readStream(request.body, maxBytes);
      return body && (body.length === 0 ? [] : [body]);
    },
  };
}

export function toResponse({ status, headers, body }: Outgoing): Response {
  const list = new Headers();
  for (let at = 0; at < headers.length; at += 2) list.append(headers[at] ?? "", headers[at + 1] ?? "");
  return new Response(body, { status, headers: list });
}

async function readStream(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The DOM types of ReadableStream lack its iterator.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
