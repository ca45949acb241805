import "server-only";
import type * as z from "zod/mini";
import { inTransaction, runCommand, type Transaction } from "../database/transaction";
import { DomainError, matches } from "../domain";
import { ApiError, STATUS_BY_CODE } from "../http/errors";
import { type Incoming, type Outgoing, originOf } from "../http/message";
import { parseBody, parseParams, parseQuery, readParameters } from "../http/parse";
import { findAnswer, type IdempotencyKey, withIdempotencyKey } from "../idempotency/store";
import { now } from "../process/clock";
import { authorise } from "./authorise";
import { hasScope, visibilityOf } from "./caller";
import { type Encoder, encoderOf } from "./encode";
import { identify } from "./identify";
import { readIfMatch } from "./if-match";
import { limit, limitExceeded } from "./limit";
import { fingerprintOf, isRead, readIdempotencyKey } from "./read-idempotency-key";
import { type Answer, openExchange, respond, respondError, respondOptions } from "./respond";
import { type AnySpec, type EndpointSpec, type Result, readOnlyMembers, type Upload, type UploadRule } from "./spec";
import { openUpload } from "./upload";

type Operation = { spec: AnySpec; encode: Encoder; readOnly: readonly string[] };

/** The methods of operations. HEAD is GET without the body of the response (RFC 9110, 9.3.2). */
export const OPERATION_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Operations = Partial<Record<(typeof OPERATION_METHODS)[number], Operation>>;

/** Their bodies may have what was read. */
const REPLACES: ReadonlySet<string> = new Set(["PUT", "PATCH"]);

/** The operations by path and method. `[name]` in a path is a parameter. */
export type Routes = Readonly<Record<string, Operations>>;

/** `allow` is null for an unknown path. */
type Route = { operations: Operations; allow: string | null };
const UNKNOWN: Route = { operations: {}, allow: null };
type PathParams = Readonly<Record<string, string>>;

/** Every step returns or throws; the comments list the statuses. docs/contributing.md has a diagram. Never throws. */
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
    const { spec, readOnly } = operation;
    if (spec.deprecated && now() >= spec.deprecated.sunset.getTime()) throw removed(); // 410
    await authorise(caller, spec, request); // 401, 403, 503
    const params = parseParams(spec.params, pathParams); // 404
    exchange.parameters = readParameters(spec.query, request.search); // 400
    const query = parseQuery(spec.query, exchange.parameters); // 400
    const ignored = REPLACES.has(request.method) ? readOnly : [];
    const body = spec.body && (await parseBody(spec.body, request, spec.bodyBytes, ignored)); // 415, 413, 400
    const upload = spec.upload && openUpload(spec.upload, request, caller); // 415, 413; once read 503, 413, 408, 400
    const key = readIdempotencyKey(spec, request, caller); // 400
    const ifMatch = readIfMatch(spec, request); // 400, 428
    const consent = { confirm: request.header("confirm") || null, seesNames: hasScope(caller, "applications:read") };
    const { address } = request;
    const visibility = visibilityOf(caller, query?.visibility);
    const input = { params, query, body, upload: undefined, caller, visibility, address, ifMatch, consent };
    // spec.refuses, 409, 422
    if (isRead(request.method)) return respond(exchange, answerOf(operation, await spec.handle(input)));
    if (upload) return respond(exchange, await performUpload(operation, input, upload, key));
    const once = key && { ...key, fingerprint: fingerprintOf(spec, input) };
    return respond(exchange, await perform(operation, input, once));
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

type Key = ReturnType<typeof readIdempotencyKey>;

/** With a key, the upload is read before it may be refused, because it may be a repeat. */
async function performUpload(operation: Operation, input: Input, upload: Upload, key: Key): Promise<Answer> {
  const { spec } = operation;
  const rule: UploadRule = spec.upload;
  if (!key) await rule.admit(input.params);
  const received = await upload.receive(async (parts) => {
    const once = key && { ...key, fingerprint: fingerprintOf(spec, { ...input, parts }) };
    const earlier = once && (await findAnswer(once, false));
    return { once, earlier, upload: earlier ?? (await rule.convert(parts, upload.mediaType)) };
  });
  return received.earlier ?? perform(operation, { ...input, upload: received.upload }, received.once);
}

/** What an Idempotency-Key, If-Match or a time limit needs is one transaction with the changes. */
function perform(operation: Operation, input: Input, once: IdempotencyKey | null): Promise<Answer> {
  const { lock, idempotent, timeoutMs } = operation.spec;
  const { ifMatch } = input;
  const within = async (tx: Transaction) => {
    if (lock && ifMatch && !matches(ifMatch, await lock(tx, input)))
      throw new DomainError("precondition_failed", STALE);
    return change(operation, input, tx);
  };
  if (once) return withIdempotencyKey(once, within, idempotent === "secret", timeoutMs);
  const isOne = (lock && ifMatch) || timeoutMs !== undefined;
  return isOne ? inTransaction(within, undefined, timeoutMs) : change(operation, input);
}

const STALE = "This has changed since you read it. Read it again";

async function change(operation: Operation, input: Input, tx?: Transaction): Promise<Answer> {
  const { result, changeSets } = await runCommand(() => operation.spec.handle(input), tx);
  return answerOf(operation, { changeSet: changeSets.join(", "), ...result });
}

function answerOf({ spec, encode }: Operation, result: Result<unknown>): Answer {
  const { data, page = null, location = null, etag = null, changeSet, isRefused } = result;
  const status = isRefused ? STATUS_BY_CODE.conflict : (spec.status ?? 200);
  const body = status === 204 ? "" : encode(data);
  return { status, body, location, page, etag, changeSet: changeSet || null };
}

function noSuchOperation({ allow }: Route, method: string): ApiError {
  if (allow === null) return new ApiError("not_found", "There is nothing at this path");
  const message = `${method.slice(0, 20)} is not allowed here; use ${allow}`;
  return new ApiError("method_not_allowed", message, { Allow: allow });
}

const removed = () => new ApiError("gone", "This operation was removed");

/** Who may manage keys and people. */
export const ADMIN = { scope: "admin", needsPassword: true } as const;

export function endpoint<
  P extends z.ZodMiniObject,
  Q extends z.ZodMiniObject,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  const U extends UploadRule | undefined = undefined,
>(spec: EndpointSpec<P, Q, B, R, U>): Operation {
  return { spec, encode: encoderOf(spec.returns), readOnly: readOnlyMembers(spec) };
}

/** Makes the function that answers every request under `/v1`, also to unknown paths. It never throws. */
export function router(routes: Routes): (request: Incoming) => Promise<Outgoing> {
  const known = Object.entries(routes).map(([path, operations]) => ({
    segments: path.split("/"),
    route: { operations, allow: allowOf(operations) },
  }));
  const byPath = new Map(known.map(({ segments, route }) => [segments.join("/"), route]));
  return async (request) => {
    const exact = byPath.get(request.path);
    if (exact) return answer(exact, request, {});
    const segments = request.path.split("/", MAX_SEGMENTS).map(decode);
    for (const { segments: expected, route } of known) {
      const params = match(expected, segments);
      if (params) return answer(route, request, params);
    }
    // A preflight is not counted, wherever it leads.
    if (request.method === "OPTIONS") return respondError(openExchange(request), noSuchOperation(UNKNOWN, "OPTIONS"));
    return processRequest(UNKNOWN, request, {});
  };
}

/** More than any path of a route has. */
const MAX_SEGMENTS = 10;

async function answer(route: Route & { allow: string }, request: Incoming, params: PathParams): Promise<Outgoing> {
  if (request.method === "OPTIONS") return respondOptions(openExchange(request), route.allow);
  return processRequest(route, request, params);
}

function allowOf(operations: Operations): string {
  const methods = OPERATION_METHODS.filter((method) => operations[method]);
  return [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
}

function match(expected: readonly string[], segments: readonly (string | null)[]): PathParams | null {
  if (expected.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of expected.entries()) {
    const segment = segments[index];
    if (name.startsWith("[") && segment) params[name.slice(1, -1)] = segment;
    else if (name !== segment) return null;
  }
  return params;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
