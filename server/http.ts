import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { believeClientAddressHeader, CLIENT_ADDRESS_HEADER, findClientAddress } from "@/lib/http/client-address";
import { strangerHeaders, unreadable } from "@/lib/http/endpoint";
import { encodeJson } from "@/lib/http/json";
import { type Incoming, isHost, type Outgoing } from "@/lib/http/message";
import { logError } from "@/lib/log";
import { createPageServer, type PageHandler } from "./pages";
import { handleV1 } from "./v1";

/** The whole request has to be here within this time, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * The HTTP server: `/v1` goes straight to the route handlers, everything else to the pages. With `direct: false` Next.js
 * mounts `/v1` too, as in development.
 */
export function createHttpServer({
  next,
  direct = true,
  dev = false,
}: {
  next?: PageHandler;
  direct?: boolean;
  dev?: boolean;
} = {}): Server {
  believeClientAddressHeader();
  const pages = next && createPageServer(next, { dev });
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Refused below, with a body.
      requireHostHeader: false,
    },
    (request, response) => {
      const address = findClientAddress(
        request.socket.remoteAddress,
        request.headers["x-forwarded-for"] as string | undefined,
        env().TRUSTED_PROXIES,
      );
      const incoming = read(request, address);
      if (!incoming) return write(response, unreadable(address));
      if (direct && isApi(incoming.path)) return void handleV1(incoming).then((answer) => write(response, answer));
      if (!next) return void response.writeHead(404).end();
      request.headers[CLIENT_ADDRESS_HEADER] = address;
      return pages?.(request, response, isApi(incoming.path));
    },
  );
  // Nothing here speaks another protocol.
  server.on("upgrade", (_request, socket) => {
    // Node listens no more to what becomes of this connection.
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n\r\n", () => socket.destroy());
  });
  server.on("clientError", refuseMalformed);
  return server;
}

const isApi = (path: string) => path.startsWith("/v1") && (path.length === 3 || path.charCodeAt(3) === 47);

/** A target as RFC 9112, section 3.2, has it: a path, or the whole URL as a proxy may send it. `*` is no path of ours. */
const TARGET = /^(?:https?:\/\/([^/?#\\\s]+))?(\/[!-"$->@-[\]-~]*)?(?:\?([^#\s]*))?$/i;

/** A request as the endpoints see it; null when its target or its Host header cannot be read. */
function read(request: IncomingMessage, address: string): Incoming | null {
  const [found, authority, path = "/", search = ""] = TARGET.exec(request.url ?? "") ?? [];
  const host = authority ?? request.headers.host ?? null;
  if (found === undefined || (host === null ? request.httpVersionMinor > 0 : !isHost(host))) return null;
  return {
    method: request.method ?? "GET",
    host,
    path,
    search,
    address,
    header: (name) => (request.headers[name] as string | undefined) ?? null,
    read: (limit) => readBody(request, limit),
  };
}

function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
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

function write(response: ServerResponse, { status, headers, body }: Outgoing): void {
  try {
    response.writeHead(status, headers);
    response.end(body ?? undefined);
  } catch (error) {
    // A header that HTTP cannot carry: a fault of ours, which must end this request and not the process.
    logError("answer could not be written", error);
    response.destroy();
  }
}

/** What is no HTTP, or too much of it, still gets an Error body (contract, "Errors"); then the connection is closed. */
function refuseMalformed({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  // An answer that is under way cannot be taken back.
  const answering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
  if (code === "ECONNRESET" || !socket.writable || answering) return void socket.destroy();
  const [status, reason, message] = MALFORMED[code ?? ""] ?? [400, "Bad Request", "The request is not valid HTTP"];
  const body = encodeJson({ code: "bad_request", message, status });
  const own = ["Content-Type", "application/json", "Cache-Control", "no-store", "Connection", "close"];
  const length = ["Content-Length", String(Buffer.byteLength(body))];
  const headers = [...own, ...length, ...strangerHeaders((socket as Socket).remoteAddress ?? "unknown")];
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
}

const MALFORMED: Readonly<Record<string, [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", `The headers exceed ${MAX_HEADER_BYTES} bytes`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive"],
};
