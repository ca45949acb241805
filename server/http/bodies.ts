import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { ApiError } from "@/lib/http/errors";
import { type ArrivalRule, bodyTooSlow, Parts, watchArrival } from "@/lib/http/parts";

/** How long a client may keep sending a body that is not read, in milliseconds. */
const LINGER_MS = 1_000;

/** An unwanted body of up to this many bytes is read to its end, so that the connection can be reused. */
const WORTH_READING = 64 * 1024;

/** Whether a request has a body, according to its headers. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Sends 100 Continue to a client that waits for it before it sends the body (RFC 9110, section 10.1.1). */
function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect !== undefined) response.writeContinue();
}

/**
 * Reads a body of at most `maxBytes` bytes. Returns null if it is longer.
 * @throws ApiError bad_request when the connection breaks before its end
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<Uint8Array | null> {
  sendContinue(request, response);
  const gathered = new Parts();
  return (await gather(request, gathered, maxBytes)) ? gathered.join() : null;
}

/**
 * Gathers a body. Returns whether it has at most `maxBytes` bytes, as soon as that is known.
 * @throws ApiError bad_request when the connection breaks before its end
 */
function gather(request: IncomingMessage, gathered: Parts, maxBytes: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      if (gathered.length + chunk.length > maxBytes) resolve(false);
      else gathered.add(chunk);
    });
    request.on("end", () => resolve(true));
    request.on("error", () => reject(brokenOff()));
  });
}

const brokenOff = () => new ApiError("bad_request", "The connection was closed before the whole body had arrived");

/** Connections on which a large body is arriving. */
const uploading = new WeakSet<Socket>();

/** Whether a connection is exempt from the timeout of other requests, because a large body is arriving on it. */
export const isUploading = (socket: object): boolean => socket instanceof Socket && uploading.has(socket);

/**
 * Reads a large body, which has its own timeout. Returns null if it is too long.
 * @throws ApiError bad_request when the connection breaks before its end; request_timeout
 */
export async function readBodyInParts(
  request: IncomingMessage,
  response: ServerResponse,
  rule: ArrivalRule,
): Promise<Uint8Array[] | null> {
  if (request.destroyed) throw brokenOff();
  const { socket } = request;
  uploading.add(socket);
  sendContinue(request, response);
  const gathered = new Parts();
  const tooSlow = Promise.withResolvers<never>();
  const stopWatching = watchArrival(gathered, rule, () => tooSlow.reject(bodyTooSlow()));
  try {
    const isWhole = await Promise.race([gather(request, gathered, rule.maxBytes), tooSlow.promise]);
    return isWhole ? gathered.finish() : null;
  } finally {
    stopWatching();
    uploading.delete(socket);
    request.removeAllListeners("data").resume();
  }
}

/**
 * Buffers a whole body before Next.js reads it, because Next.js does not limit it. Returns how that
 * ended: "too long" after more than `maxBytes` bytes, "broken off" if the connection closed before the end.
 */
export async function bufferBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<"buffered" | "too long" | "broken off"> {
  if (!hasBody(request)) return "buffered";
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return "too long";
  // The bytes that arrived while the request waited for its turn.
  let length = request.readableLength;
  if (length > maxBytes) return "too long";
  if (request.complete) return "buffered";
  sendContinue(request, response);
  return new Promise((resolve) => {
    const gathered = new Parts();
    const giveBack = takeParts(request, (part) => {
      length += part?.length ?? 0;
      if (length > maxBytes) resolve("too long");
      else if (part) gathered.add(part);
      else {
        giveBack(gathered, true);
        resolve("buffered");
      }
      return true;
    });
    request.once("close", () => resolve("broken off"));
  });
}

/** How many bytes of a body are read while its request waits for its turn. */
const AHEAD_BYTES = 16 * 1024;

/**
 * Collects what arrives of a body while its request waits for its turn, because the stream would store each piece
 * separately. Returns the function that passes it on.
 */
export function gatherAhead(request: IncomingMessage): () => void {
  const gathered = new Parts();
  let isComplete = false;
  const giveBack = takeParts(request, (part) => {
    if (part) gathered.add(part);
    else isComplete = true;
    return gathered.length < AHEAD_BYTES;
  });
  return () => giveBack(gathered, isComplete);
}

/**
 * Takes what arrives of a body before the request's stream gets it. Node.js's HTTP parser calls `push` with each part,
 * and with null at the end. While `take` returns false, Node.js pauses the connection. Returns the function that gives
 * the stream what was collected; later parts go to the stream directly.
 */
function takeParts(request: IncomingMessage, take: (part: Buffer | null) => boolean) {
  const { push } = request;
  request.push = take;
  return (gathered: Parts, isComplete: boolean): void => {
    request.push = push;
    for (const part of gathered.finish()) request.push(part);
    if (isComplete) request.push(null);
  };
}

/** Connections that accept no further request. */
const closing = new WeakSet<Socket>();

/** Whether this request arrived on a connection that is closing. */
export const isAfterLastRequest = ({ socket }: IncomingMessage): boolean => closing.has(socket);

/**
 * Closes the connection after this response if the body was not read, and either is long or belongs to a request that
 * is refused: reading the rest would cost more than a new connection. Closing while bytes arrive would reset the
 * connection, and the response could be lost. So the client gets a moment to stop sending (RFC 9112, section 9.6).
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse, isRefused: boolean): void {
  if (request.complete || !hasBody(request)) return;
  if (!isRefused && Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) <= WORTH_READING) return;
  closeAfter(response, request.socket);
}

/**
 * Closes the connection after this response. Later requests on it are ignored, and the client gets a moment to stop.
 */
export function closeAfter(response: ServerResponse, socket: Socket): void {
  response.shouldKeepAlive = false;
  closing.add(socket);
  // Node.js calls this when the response has been written.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(timer));
  };
}

/**
 * Returns a header of a request, or null if it is absent. It is always one string, because repeated headers are joined
 * (`joinDuplicateHeaders`).
 */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
