import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerApi } from "@/app/v1/routes";
import { RETURNED_FORM_HEADER } from "@/lib/api/page-form";
import { respondUnreadable } from "@/lib/api/respond";
import { CLIENT_ADDRESS_HEADER, findClientAddress, trustClientAddressHeader } from "@/lib/http/client-address";
import { ApiError } from "@/lib/http/errors";
import { type Incoming, isHost, type Outgoing } from "@/lib/http/message";
import { logError } from "@/lib/process/log";
import { settings } from "@/lib/process/settings";
import { answerForm, findForm } from "../pages/answer-form";
import type { PageHandler } from "../pages/page-cache";
import { PageServer } from "../pages/pages";
import { bufferBody, closeAfter, closeUnlessRead, headerOf, readBody, readBodyInParts } from "./bodies";
import { limitConnections } from "./connections";
import {
  MAX_HEADER_BYTES,
  methodNotAllowed,
  noSuchPage,
  pageBodyTooLong,
  refusalResponse,
  refuseExpectation,
  refuseMalformed,
  refuseTunnel,
} from "./refusals";
import { serializePipelined } from "./turns";

type Accepted = { methods: readonly string[]; bodyBytes: number };

const KB = 1024;

const READ_ONLY: Accepted = { methods: ["GET", "HEAD"], bodyBytes: 0 };

/** The form itself limits the body. */
const READS_AND_FORMS: Accepted = { methods: ["GET", "HEAD", "POST"], bodyBytes: 0 };

const SIGN_IN: Accepted = { methods: ["POST"], bodyBytes: 16 * KB };

/** For the tools of Next.js. */
const DEVELOPMENT: Accepted = { methods: ["GET", "HEAD", "POST"], bodyBytes: 1024 * KB };

/** A route outside `/v1` that takes a body has to be listed here. */
function acceptedAt(path: string, dev: boolean): Accepted {
  if (path.startsWith("/api/auth/")) return SIGN_IN;
  return dev && /^\/(_next\/|__nextjs)/.test(path) ? DEVELOPMENT : READ_ONLY;
}

/** For a whole request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** For these two timeouts. */
const TIMEOUT_CHECK_MS = 1_000;
/** Until the next request. Longer than the 60 seconds of most proxies, so that they close the connection first. */
const KEEP_ALIVE_MS = 65_000;
/** Without traffic. If part of a response is unsent, Node.js closes only the second time. */
const INACTIVITY_MS = 60_000;
/** Next.js takes quadratic time for the parameters of a page: seconds for thousands. */
const MAX_PARAMETERS = 100;

/** `dev`: Next.js serves `/v1` too, and its development tools and hot reload by WebSocket. */
type Options = { next?: PageHandler; dev?: boolean };

/** `/v1` goes straight to the operations, everything else to the pages. */
export function createHttpServer({ next, dev = false }: Options = {}): Server {
  trustClientAddressHeader();
  const passToPages = createPageDispatcher(next && new PageServer(next, { dev }), dev);
  const dispatch = serializePipelined((request, response) => {
    const address = findClientAddress(
      request.socket.remoteAddress,
      headerOf(request, "x-forwarded-for") ?? undefined,
      settings().TRUSTED_PROXIES,
    );
    // Node.js discards what the client has sent after such a request.
    if (request.headers.upgrade !== undefined) closeAfter(response, request.socket);
    const incoming = readRequest(request, response, address);
    if (!incoming) return writeResponse(response, respondUnreadable(address));
    if (!dev && isApi(incoming.path))
      return void answerApi(incoming).then((outgoing) => writeResponse(response, outgoing));
    request.headers[CLIENT_ADDRESS_HEADER] = address;
    delete request.headers[RETURNED_FORM_HEADER];
    return void passToPages(request, response, incoming);
  });

  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Our own code refuses it, with an Error body.
      requireHostHeader: false,
      // Of two hosts or credentials, Node.js would keep the first. Joined, they are invalid.
      joinDuplicateHeaders: true,
      // Other upgrades are ignored and their requests answered (RFC 9110, section 7.8). Without this, they would reach
      // the listener that Next.js adds with its first request.
      shouldUpgradeCallback: ({ headers }) => dev && headers.upgrade?.toLowerCase() === "websocket",
    },
    dispatch,
  );
  server.timeout = INACTIVITY_MS;
  limitConnections(server);
  // `readBody` and `bufferBody` send 100 Continue.
  server.on("checkContinue", dispatch);
  server.on("checkExpectation", serializePipelined(refuseExpectation));
  server.on("connect", refuseTunnel);
  server.on("clientError", refuseMalformed);
  return server;
}

type PassToPages = (request: IncomingMessage, response: ServerResponse, incoming: Incoming) => Promise<void>;

/** A path gets only what it accepts. */
function createPageDispatcher(pages: PageServer | undefined, dev: boolean): PassToPages {
  return async (request, response, incoming) => {
    const { path } = incoming;
    if (!pages) return writeResponse(response, refusalResponse(noSuchPage()));
    if (isApi(path)) return pages.passToNext(request, response);
    const form = findForm(path);
    const { methods, bodyBytes } = form ? READS_AND_FORMS : acceptedAt(path, dev);
    const refusal = refusalOfPage(request, incoming, { methods, dev });
    if (refusal) return writeResponse(response, refusalResponse(refusal));
    if (form && request.method === "POST") {
      const result = await answerForm(form, incoming, request, response);
      return result === "page again" ? pages.servePage(request, response) : undefined;
    }
    const body = await bufferBody(request, response, bodyBytes);
    if (body === "too long") return writeResponse(response, refusalResponse(pageBodyTooLong(bodyBytes)));
    if (body === "buffered") return pages.servePage(request, response);
  };
}

function refusalOfPage(
  { method = "" }: IncomingMessage,
  { path, search }: Incoming,
  { methods, dev }: { methods: readonly string[]; dev: boolean },
): ApiError | null {
  if (!methods.includes(method)) return methodNotAllowed(methods);
  if ((!dev && isInternal(path)) || !isDecodable(path)) return noSuchPage();
  if (search.split("&", MAX_PARAMETERS + 1).length <= MAX_PARAMETERS) return null;
  return new ApiError("bad_request", `This path takes at most ${MAX_PARAMETERS} parameters`);
}

const isApi = (path: string) => path === "/v1" || path.startsWith("/v1/");

/** Pages that Next.js has for itself, such as `/_global-error`. Browsers need only `/_next/`. */
const isInternal = (path: string) => path.startsWith("/_") && !path.startsWith("/_next/");

/** Next.js would answer 500 if the percent-encoding cannot be decoded. */
function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/**
 * Between slashes, even percent-encoded. Next.js would resolve them, but limits and policies were chosen by the
 * unresolved path.
 */
const DOT_SEGMENT = /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|$)/i;

/** RFC 9112, section 3.2: a path, or a whole URL, as a proxy may send. `*` is not accepted. */
const TARGET = /^(?:https?:\/\/([^/?#\\\s]+))?(\/[!-"$->@-[\]-~]*)?(?:\?([^#\s]*))?$/i;

/**
 * Null if the target or the host is not valid. Of a whole URL the host counts, and Next.js gets only the path (RFC
 * 9112, section 3.2.2).
 */
function readRequest(request: IncomingMessage, response: ServerResponse, address: string): Incoming | null {
  const [found, authority, path = "/", search = ""] = TARGET.exec(request.url ?? "") ?? [];
  const { host: sent = null } = request.headers;
  if (DOT_SEGMENT.test(path)) return null;
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
    read: (maxBytes) => readBody(request, response, maxBytes),
    readParts: (rule) => readBodyInParts(request, response, rule),
  };
}

function writeResponse(response: ServerResponse, { status, headers, body }: Outgoing): void {
  closeUnlessRead(response.req, response, status === 408 || status === 413);
  try {
    response.writeHead(status, headers);
    response.end(body ?? undefined);
  } catch (error) {
    // A header that HTTP cannot carry is a bug of ours, which must not end the process.
    logError("response could not be written", error);
    response.destroy();
  }
}
