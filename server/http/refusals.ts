import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { strangerHeaders } from "@/lib/api/respond";
import { ApiError } from "@/lib/http/errors";
import { encodeJson } from "@/lib/http/json";
import type { HeaderList, Outgoing } from "@/lib/http/message";
import { isUploading } from "./bodies";

/** In bytes. */
export const MAX_HEADER_BYTES = 16 * 1024;

const REFUSAL_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/** Outside `/v1`: the same body as there, without the API's headers. */
export function refusalResponse({ status, code, message, headers }: ApiError): Outgoing {
  const body = encodeJson({ code, message, status });
  const allHeaders = { ...REFUSAL_HEADERS, "Content-Length": String(Buffer.byteLength(body)), ...headers };
  return { status, headers: Object.entries(allHeaders).flat(), body };
}

export function noSuchPage(): ApiError {
  return new ApiError("not_found", "There is nothing at this path");
}

export function methodNotAllowed(methods: readonly string[]): ApiError {
  const allow = methods.join(", ");
  return new ApiError("method_not_allowed", `This path takes ${allow}`, { Allow: allow });
}

export function pageBodyTooLong(maxBytes: number): ApiError {
  const rule = maxBytes === 0 ? "no body" : `a body of at most ${maxBytes} bytes`;
  return new ApiError("payload_too_large", `This request takes ${rule}`);
}

/** An Expect header other than `100-continue` (RFC 9110, section 10.1.1). */
export function refuseExpectation({ socket }: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = refusalOnConnection("bad_request", 417, EXPECTATION, socket);
  response.writeHead(status, headers);
  response.end(body);
}

const EXPECTATION = "The only expectation that is supported is 100-continue";

/** CONNECT asks for a tunnel. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  const refusal = refusalOnConnection("method_not_allowed", 405, "This server opens no tunnels", socket);
  writeAlone(socket, "Method Not Allowed", { ...refusal, headers: [...refusal.headers, "Allow", "GET, HEAD"] });
}

/** Malformed or oversized HTTP: an Error body, and the end of the connection. */
export function refuseMalformed({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === "ECONNRESET") return void socket.destroy();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT" && isUploading(socket)) return;
  const [status, reason, message] = MALFORMED[code ?? ""] ?? [400, "Bad Request", "The request is not valid HTTP"];
  writeAlone(socket, reason, refusalOnConnection("bad_request", status, message, socket));
}

const MALFORMED: Readonly<Record<string, [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", `The headers exceed ${MAX_HEADER_BYTES} bytes`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive"],
};

/** The last response on its connection, with the limits of a stranger. */
function refusalOnConnection(code: string, status: number, message: string, socket: Duplex): Outgoing {
  const body = encodeJson({ code, message, status });
  const address = (socket instanceof Socket && socket.remoteAddress) || "unknown";
  const own: HeaderList = ["Content-Type", "application/json", "Cache-Control", "no-store", "Connection", "close"];
  const length = ["Content-Length", String(Buffer.byteLength(body))];
  return { status, headers: [...own, ...length, ...strangerHeaders(address)], body };
}

/** For what Node.js has no response object. */
function writeAlone(socket: Duplex, reason: string, { status, headers, body }: Outgoing): void {
  // A response that has begun cannot be replaced. Only this private member says so.
  const isAnswering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
  if (!socket.writable || isAnswering) return void socket.destroy();
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
}
