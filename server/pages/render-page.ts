import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { noncePolicy } from "./page-policy";

/** Handles a request for a page. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Maximum size of a page, in bytes. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/**
 * How many pages are rendered at a time, because the API shares the processor with them. There are two semaphores with
 * these limits: for the pages of the cache (page-cache.ts) and for those for one visitor (pages.ts). With one for both,
 * many visitors with pages of their own would make everybody wait for the cached pages.
 */
export const RENDERING_LIMITS = { maxTaken: 4, maxWaiting: 1_000, maxWaitMs: 10_000 };

/** A page as Next.js has rendered it. */
export type Rendered = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/**
 * Renders a page for no visitor in particular: it sees no cookie, credential or preference, and no slow visitor delays
 * it. Returns null if it takes too long or is too large.
 */
export async function renderWithoutVisitor(
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
