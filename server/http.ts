import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
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
  const api = getRequestListener(handleV1, { overrideGlobalObjects: false });
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      if (direct && /^\/v1(?:[/?]|$)/.test(request.url ?? "")) return api(request, response);
      if (next) return servePage(next, request, response);
      response.writeHead(404).end();
    },
  );
  // Nothing here speaks another protocol.
  server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n\r\n"));
  return server;
}

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
