import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { env } from "@/lib/env";
import { CLIENT_ADDRESS_HEADER, findClientAddress } from "@/lib/http/client-address";
import { strangerHeaders, unreadable } from "@/lib/http/endpoint";
import { encodeJson } from "@/lib/http/json";
import { logError } from "@/lib/log";
import { handleV1 } from "./v1";

/** Answers what is not under `/v1`. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The whole request has to be here within this time, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * The HTTP server: `/v1` goes straight to the route handlers, everything else to the pages. With `direct: false` Next.js
 * mounts `/v1` too, as in development.
 */
export function createHttpServer({ next, direct = true }: { next?: PageHandler; direct?: boolean } = {}): Server {
  const api = getRequestListener(handleV1, { overrideGlobalObjects: false, errorHandler: unreadable });
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      request.headers[CLIENT_ADDRESS_HEADER] = findClientAddress(
        request.socket.remoteAddress,
        request.headers["x-forwarded-for"] as string | undefined,
        env().TRUSTED_PROXIES,
      );
      // A proxy may send the whole URL as the target (RFC 9112, 3.2.2).
      const target = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "") || "/";
      if (direct && /^\/v1(?:[/?]|$)/.test(target)) return api(request, response);
      if (next) return servePage(next, request, response);
      response.writeHead(404).end();
    },
  );
  // Nothing here speaks another protocol.
  server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n\r\n"));
  server.on("clientError", refuseMalformed);
  return server;
}

/** What is no HTTP, or too much of it, still gets an Error body (contract, "Errors"); then the connection is closed. */
function refuseMalformed({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, reason, message] = MALFORMED[code ?? ""] ?? [400, "Bad Request", "The request is not valid HTTP"];
  const body = encodeJson({ code: "bad_request", message, status });
  const headers = {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
    ...strangerHeaders((socket as Socket).remoteAddress ?? "unknown"),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, "", body].join("\r\n"));
}

const MALFORMED: Readonly<Record<string, [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", `The headers exceed ${MAX_HEADER_BYTES} bytes`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive"],
};

async function servePage(next: PageHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Referrer-Policy", "same-origin");
  try {
    await next(request, response);
  } catch (error) {
    logError("page failed", error);
    if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain" });
    response.end("Something went wrong on our side.");
  }
}
