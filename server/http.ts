import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { respondUnreadable, strangerHeaders } from "@/lib/api/respond";
import { monotonic } from "@/lib/clock";
import { believeClientAddressHeader, CLIENT_ADDRESS_HEADER, findClientAddress } from "@/lib/http/client-address";
import { ApiError } from "@/lib/http/errors";
import { encodeJson } from "@/lib/http/json";
import { type Incoming, isHost, type Outgoing } from "@/lib/http/message";
import { log, logError } from "@/lib/log";
import { settings } from "@/lib/settings";
import { closeUnlessRead, holdBody, readBody } from "./bodies";
import { acceptedAt } from "./methods";
import { createPageServer, type PageHandler } from "./pages";
import { headerOf } from "./request-header";
import { inTurns } from "./turns";
import { dispatchV1 } from "./v1";

/** The whole request has to arrive within this time, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
/** A connection on which nothing moves for this long is closed, in milliseconds: its client does not read. */
const INACTIVITY_MS = 60_000;
/**
 * More connections are closed at once. Each may hold some 16 KB of headers and an answer that its client does not read.
 */
const MAX_CONNECTIONS = 10_000;
const WARNING_PAUSE_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Most query parameters of a page: Next.js is quadratic in them and takes seconds for thousands. */
const MAX_PARAMETERS = 100;

/**
 * `direct: false`: Next.js serves `/v1` too. `dev`: Next.js serves its development tools, and hot reload by WebSocket.
 */
type Options = { next?: PageHandler; direct?: boolean; dev?: boolean };

/** Creates the HTTP server: `/v1` goes straight to the endpoints, everything else to the pages. */
export function createHttpServer({ next, direct = true, dev = false }: Options = {}): Server {
  believeClientAddressHeader();
  const pages = next && createPageServer(next, { dev });

  const passToPages = async (request: IncomingMessage, response: ServerResponse, incoming: Incoming): Promise<void> => {
    const { path, search } = incoming;
    if (!pages) return write(response, refusalOf(new ApiError("not_found", "There is nothing at this path")));
    if (isApi(path)) return pages(request, response, true);
    const { methods, bodyBytes } = acceptedAt(path, dev);
    if (!methods.includes(request.method ?? "")) return write(response, refusalOf(methodNotAllowed(methods)));
    if (search.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS) {
      return write(
        response,
        refusalOf(new ApiError("bad_request", `This path takes at most ${MAX_PARAMETERS} parameters`)),
      );
    }
    const held = holdBody(request, response, bodyBytes);
    const fits = held instanceof Promise ? await held : held;
    if (fits === null) return;
    if (!fits) return write(response, refusalOf(bodyTooLong(bodyBytes)));
    return pages(request, response);
  };

  const dispatch = inTurns((request, response) => {
    const address = findClientAddress(
      request.socket.remoteAddress,
      headerOf(request, "x-forwarded-for") ?? undefined,
      settings().TRUSTED_PROXIES,
    );
    const incoming = read(request, response, address);
    if (!incoming) return write(response, respondUnreadable(address));
    if (direct && isApi(incoming.path)) return void dispatchV1(incoming).then((outgoing) => write(response, outgoing));
    request.headers[CLIENT_ADDRESS_HEADER] = address;
    return void passToPages(request, response, incoming);
  });

  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // We refuse a missing Host header ourselves, with an Error body.
      requireHostHeader: false,
      // Node.js would keep the first of two hosts or credentials; joined, neither is valid.
      joinDuplicateHeaders: true,
      // Other upgrades are ignored and the request is answered (RFC 9110, section 7.8). Without this, they would reach
      // the listener that Next.js adds with its first request.
      shouldUpgradeCallback: ({ headers }) => dev && headers.upgrade?.toLowerCase() === "websocket",
    },
    dispatch,
  );
  server.timeout = INACTIVITY_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.on("drop", warnAboutConnections());
  // `readBody` and `holdBody` answer 100 Continue.
  server.on("checkContinue", dispatch);
  server.on("clientError", refuseMalformed);
  return server;
}

/** Says that connections are refused, at most once a minute. */
function warnAboutConnections(): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (monotonic() - last < WARNING_PAUSE_MS) return;
    last = monotonic();
    log("warn", "too many connections: new ones are closed", { limit: MAX_CONNECTIONS });
  };
}

function methodNotAllowed(methods: readonly string[]): ApiError {
  const allow = methods.join(", ");
  return new ApiError("method_not_allowed", `This path takes ${allow}`, { Allow: allow });
}

function bodyTooLong(limit: number): ApiError {
  const rule = limit === 0 ? "no body" : `a body of at most ${limit} bytes`;
  return new ApiError("payload_too_large", `This request takes ${rule}`);
}

/** A refusal outside of `/v1`: the same body as there, without the API's headers. */
function refusalOf({ status, code, message, headers }: ApiError): Outgoing {
  const body = encodeJson({ code, message, status });
  const own = { ...REFUSAL_HEADERS, "Content-Length": String(Buffer.byteLength(body)), ...headers };
  return { status, headers: Object.entries(own).flat(), body };
}

const REFUSAL_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

const isApi = (path: string) => path.startsWith("/v1") && (path.length === 3 || path.charCodeAt(3) === 47);

/** A request target (RFC 9112, section 3.2): a path, or a whole URL, as a proxy may send it. We do not take `*`. */
const TARGET = /^(?:https?:\/\/([^/?#\\\s]+))?(\/[!-"$->@-[\]-~]*)?(?:\?([^#\s]*))?$/i;

/**
 * Reads a request for the endpoints; null when its target or its Host header is not valid. When the target is a whole
 * URL, its host counts (RFC 9112, section 3.2.2), and Next.js sees the path, as it expects.
 */
function read(request: IncomingMessage, response: ServerResponse, address: string): Incoming | null {
  const [found, authority, path = "/", search = ""] = TARGET.exec(request.url ?? "") ?? [];
  const { host: sent = null } = request.headers;
  if (found === undefined || (sent === null ? request.httpVersionMinor > 0 : !isHost(sent))) return null;
  if (authority !== undefined) {
    if (!isHost(authority)) return null;
    request.url = search === "" ? path : `${path}?${search}`;
    request.headers.host = authority;
  }
  return {
    method: request.method ?? "GET",
    host: authority ?? sent,
    path,
    search,
    address,
    header: (name) => headerOf(request, name),
    read: (limit) => readBody(request, response, limit),
  };
}

function write(response: ServerResponse, { status, headers, body }: Outgoing): void {
  closeUnlessRead(response.req, response, status === 413);
  try {
    response.writeHead(status, headers);
    response.end(body ?? undefined);
  } catch (error) {
    // A header that HTTP cannot carry is our mistake; it must end this request and not the process.
    logError("response could not be written", error);
    response.destroy();
  }
}

/** Answers malformed or oversized HTTP with an Error body (docs/contract.md, "Errors") and closes the connection. */
function refuseMalformed({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  // A response that has begun cannot be replaced. Node.js keeps it in this private member, and has no public one.
  const isAnswering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
  if (code === "ECONNRESET" || !socket.writable || isAnswering) return void socket.destroy();
  const [status, reason, message] = MALFORMED[code ?? ""] ?? [400, "Bad Request", "The request is not valid HTTP"];
  const body = encodeJson({ code: "bad_request", message, status });
  const own = ["Content-Type", "application/json", "Cache-Control", "no-store", "Connection", "close"];
  const length = ["Content-Length", String(Buffer.byteLength(body))];
  const headers = [
    ...own,
    ...length,
    ...strangerHeaders((socket instanceof Socket && socket.remoteAddress) || "unknown"),
  ];
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
}

const MALFORMED: Readonly<Record<string, [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", `The headers exceed ${MAX_HEADER_BYTES} bytes`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive"],
};
