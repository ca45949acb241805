import "server-only";
import type * as z from "zod/mini";
import { ApiError, STATUS_BY_CODE } from "../http/errors";
import { fromRequest, type Incoming, type Outgoing, originOf, toResponse } from "../http/message";
import { parseBody, parseParams, parseQuery, readParameters } from "../http/parse";
import { type IdempotencyKey, withIdempotencyKey } from "../idempotency/store";
import { now } from "../process/clock";
import { authorise } from "./authorise";
import { type Encoder, encoderOf } from "./encode";
import { identify } from "./identify";
import { readIfMatch } from "./if-match";
import { limit, limitExceeded } from "./limit";
import { readIdempotencyKey } from "./read-idempotency-key";
import { type Answer, openExchange, respond, respondError, respondOptions } from "./respond";
import type { AnySpec, EndpointSpec, Result, UploadRule } from "./spec";
import { openUpload } from "./upload";

/** An operation: its specification, and the encoder of its responses. */
type Operation = { spec: AnySpec; encode: Encoder };

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** The methods of operations. HEAD is GET without the body of the response (RFC 9110, 9.3.2). */
export const OPERATION_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Operations = Partial<Record<(typeof OPERATION_METHODS)[number], Operation>>;

/** The operations of a path; `allow` lists their methods, and is null for an unknown path. */
type Route = { operations: Operations; allow: string | null };
type PathParams = Readonly<Record<string, string>>;

/** A Next.js route handler that also works without Next.js and knows its specification. */
export type Handler = {
  (request: Request, context?: { params: Promise<PathParams> }): Promise<Response>;
  /** Handles a request for the production server, without Request and Response. Never throws. */
  handleIncoming(request: Incoming, params: PathParams): Promise<Outgoing>;
  spec?: AnySpec;
};

/**
 * Processes a request, step by step; docs/contributing.md has a diagram. Each step returns or throws, and
 * `respondError` turns whatever is thrown into the response. The comments list the statuses. Never throws.
 */
async function processRequest(route: Route, request: Incoming, pathParams: PathParams): Promise<Outgoing> {
  const exchange = openExchange(request);
  try {
    const operation = operationOf(route, request.method); // for the limit; a missing one is refused after it
    const caller = await identify(request.header("authorization"), request.address); // 503
    exchange.verdict = await limit(caller, request.address, operation?.spec.deprecated !== undefined);
    exchange.origin = originOf(request); // 400 under Next.js alone; our server has checked the Host
    exchange.spec = operation?.spec;
    if (exchange.verdict.refused) throw limitExceeded(exchange.verdict); // 429
    if (!operation) throw noSuchOperation(route, request.method); // 404, 405
    const { spec } = operation;
    if (spec.deprecated && now() >= spec.deprecated.sunset.getTime()) throw removed(); // 410
    await authorise(caller, spec, request); // 401, 403, 503
    const params = parseParams(spec.params, pathParams); // 404
    exchange.parameters = readParameters(spec.query, request.search); // 400
    const query = parseQuery(spec.query, exchange.parameters); // 400
    const body = spec.body && (await parseBody(spec.body, request, spec.bodyBytes)); // 415, 413, 400
    const upload = spec.upload && openUpload(spec.upload, request, caller); // 415, 413; once read 503, 413, 408, 400
    const idempotencyKey = readIdempotencyKey(spec, request, caller, { params, body }); // 400
    const ifMatch = readIfMatch(spec, request); // 400, 428
    const input = { params, query, body, upload, caller, address: request.address, ifMatch, transaction: undefined };
    const answer = idempotencyKey
      ? await performOnce(operation, input, idempotencyKey) // spec.refuses, 409, 422
      : await callHandler(operation, input); // spec.refuses
    return respond(exchange, answer);
  } catch (error) {
    return respondError(exchange, error);
  }
}

function operationOf({ operations }: Route, method: string): Operation | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  const name = OPERATION_METHODS.find((known) => known === wanted);
  return name && operations[name];
}

type Input = Parameters<AnySpec["handle"]>[0];

/** Performs an operation unless an earlier request with its Idempotency-Key did. */
function performOnce(operation: Operation, input: Input, key: IdempotencyKey) {
  const isSecret = operation.spec.idempotent === "secret";
  return withIdempotencyKey(key, (transaction) => callHandler(operation, { ...input, transaction }), isSecret);
}

/** Performs an operation, and encodes its result. */
async function callHandler({ spec, encode }: Operation, input: Input): Promise<Answer> {
  const { data, page, location, etag, isRefused }: Result<unknown> = await spec.handle(input);
  const status = isRefused ? STATUS_BY_CODE.conflict : (spec.status ?? 200);
  const body = status === 204 ? "" : encode(data);
  return { status, body, location: location ?? null, page: page ?? null, etag: etag ?? null };
}

function noSuchOperation({ allow }: Route, method: string): ApiError {
  if (allow === null) return new ApiError("not_found", "There is nothing at this path");
  const message = `${method.slice(0, 20)} is not allowed here; use ${allow}`;
  return new ApiError("method_not_allowed", message, { Allow: allow });
}

const removed = () => new ApiError("gone", "This operation was removed");

/** Makes an operation from its specification. */
export function endpoint<
  P extends z.ZodMiniObject,
  Q extends z.ZodMiniObject,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  const U extends UploadRule | undefined = undefined,
>(spec: EndpointSpec<P, Q, B, R, U>): Operation {
  return { spec, encode: encoderOf(spec.returns) };
}

/** Makes the exports of a Next.js route file: its operations, HEAD, OPTIONS, and 405 with Allow for other methods. */
export function route(operations: Operations): Record<Method, Handler> {
  const methods = OPERATION_METHODS.filter((method) => operations[method]);
  const allow = [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
  const self: Route = { operations, allow };
  const handler = (method: Method) =>
    toNextHandler((request, params) => processRequest(self, request, params), operationOf(self, method)?.spec);
  return {
    GET: handler("GET"),
    HEAD: handler("HEAD"),
    POST: handler("POST"),
    PUT: handler("PUT"),
    PATCH: handler("PATCH"),
    DELETE: handler("DELETE"),
    OPTIONS: toNextHandler(async (request) => respondOptions(openExchange(request), allow)),
  };
}

/** Handles requests to unknown paths. */
export const notFound: Handler = toNextHandler((request) =>
  processRequest({ operations: {}, allow: null }, request, {}),
);

/** Makes a handler for Next.js from one for our server. */
function toNextHandler(handleIncoming: Handler["handleIncoming"], spec?: AnySpec): Handler {
  const nextHandler = async (request: Request, context?: { params: Promise<PathParams> }) => {
    const incoming = fromRequest(request);
    // Next.js treats a path with a trailing slash like the path without it; here it is a 404.
    if (incoming.path.endsWith("/")) return toResponse(await notFound.handleIncoming(incoming, {}));
    return toResponse(await handleIncoming(incoming, (await context?.params) ?? {}));
  };
  return Object.assign(nextHandler, spec ? { handleIncoming, spec } : { handleIncoming });
}
