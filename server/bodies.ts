import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "@/lib/http/errors";

/** For so long a client may go on sending what nobody reads any more, in milliseconds. */
const LINGER_MS = 1_000;

/** A body that announces no more than this is read to its end, so that the connection can be used again, in bytes. */
const WORTH_READING = 64 * 1024;

/** Whether a request announces a body. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** A client that asked whether it may send its body waits for this (RFC 9110, 10.1.1). */
function letSend(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect !== undefined) response.writeContinue();
}

/**
 * Reads a body of at most `limit` bytes; null when there are more.
 * @throws ApiError bad_request when the connection breaks before its end
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Uint8Array | null> {
  letSend(request, response);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) resolve(null);
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on("error", () => reject(new ApiError("bad_request", "The body ended before its end")));
  });
}

/**
 * Holds a body back until all of it is here, and only then gives it to whoever reads the request: a reader such as Next.js
 * has no limit of its own. Returns whether it has at most `limit` bytes; null when the connection broke before its end.
 */
export function holdBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): boolean | Promise<boolean | null> {
  if (!hasBody(request)) return true;
  if (Number(request.headers["content-length"] ?? 0) > limit) return false;
  // What has arrived while the request waited for its turn.
  let length = request.readableLength;
  if (request.complete || length > limit) return length <= limit;
  letSend(request, response);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const { push } = request;
    // What the parser of HTTP calls with each part of the body, and with null at its end.
    request.push = (chunk: Buffer | null) => {
      length += chunk?.length ?? 0;
      if (length > limit) resolve(false);
      else if (chunk) chunks.push(chunk);
      else {
        request.push = push;
        for (const part of chunks) request.push(part);
        resolve(true);
        return request.push(null);
      }
      return true;
    };
    request.once("close", () => resolve(null));
  });
}

/** Connections that take no further request. */
const closing = new WeakSet<Socket>();

/** Whether this request came after one that was the last of its connection. */
export const comesTooLate = ({ socket }: IncomingMessage): boolean => closing.has(socket);

/**
 * Closes the connection after this answer when its body is not read, since the rest is not worth waiting for: a long body, or
 * any that was `refused`. A connection that is closed while bytes arrive is reset, and the answer can be lost with it, so the
 * client has a moment to stop (RFC 9112, 9.6).
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse, refused: boolean): void {
  if (request.complete || !hasBody(request)) return;
  if (!refused && Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) <= WORTH_READING) return;
  closeAfter(response, request.socket);
}

/** Closes the connection after this answer: later requests on it are ignored, and the client has a moment to stop. */
export function closeAfter(response: ServerResponse, socket: Socket): void {
  response.shouldKeepAlive = false;
  closing.add(socket);
  // Node.js calls it when the answer is written.
  socket.destroySoon = () => {
    socket.end();
    const hurry = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(hurry));
  };
}
