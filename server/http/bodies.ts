import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { ApiError } from "@/lib/http/errors";
import { type ArrivalRule, bodyTooSlow, Parts, watchArrival } from "@/lib/http/parts";

/** For a client that keeps sending a body that is not read, in milliseconds. */
const LINGER_MS = 1_000;

/** An unwanted body of up to this many bytes is read to its end, so that the connection can be reused. */
const WORTH_READING = 64 * 1024;

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** RFC 9110, section 10.1.1 */
function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect !== undefined) response.writeContinue();
}

/** Null if the body is longer. @throws ApiError bad_request when the connection breaks before its end */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<Uint8Array | null> {
  sendContinue(request, response);
  const gathered = new Parts();
  return (await gather(request, gathered, maxBytes)) ? gathered.join() : null;
}

/** Whether the body has at most `maxBytes` bytes, as soon as that is known. @throws ApiError bad_request */
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

const uploading = new WeakSet<Socket>();

/** A large body, which is arriving on the connection, has a timeout of its own. */
export const isUploading = (socket: object): boolean => socket instanceof Socket && uploading.has(socket);

/**
 * Null if the body is too long.
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
 * Buffers a whole body before Next.js reads it, because Next.js does not limit it. "broken off": the connection closed
 * before the end.
 */
export async function bufferBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<"buffered" | "too long" | "broken off"> {
  if (!hasBody(request)) return "buffered";
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return "too long";
  // They arrived while the request waited for its turn.
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

/** In bytes, while the request waits for its turn. */
const AHEAD_BYTES = 16 * 1024;

/**
 * Collects what arrives while the request waits for its turn; the stream would store each piece separately. Returns the
 * function that passes it on.
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
 * Takes what arrives before the request's stream gets it. Node.js's HTTP parser calls `push` with each part, and with
 * null at the end, and pauses the connection while `take` returns false. Returns the function that gives the stream
 * what was collected.
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

const closing = new WeakSet<Socket>();

export const isAfterLastRequest = ({ socket }: IncomingMessage): boolean => closing.has(socket);

/**
 * Closes the connection if the body was not read, and is long or refused: reading the rest would cost more than a new
 * connection. Closing while bytes arrive would reset the connection and could lose the response, so the client gets a
 * moment to stop (RFC 9112, section 9.6).
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse, isRefused: boolean): void {
  if (request.complete || !hasBody(request)) return;
  if (!isRefused && Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) <= WORTH_READING) return;
  closeAfter(response, request.socket);
}

/** Later requests are ignored, and the client gets a moment to stop. */
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

/** One string or null: repeated headers are joined (`joinDuplicateHeaders`). */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
