import "server-only";
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { now } from "../clock";
import { ApiError } from "../errors";
import type { IdempotencyKey, KeptAnswer } from "../idempotency/store";
import { limitHeaders } from "../limits/headers";
import type { Scope } from "../scopes";
import { encoderOf } from "./encode";
import { parseIdempotencyKey, refuseIdempotencyKey } from "./idempotency";
import { authorise, type Caller, identify } from "./identify";
import { limit, refusal, standing } from "./limit";
import { pageLinks } from "./links";
import { fromRequest, type HeaderList, type Incoming, type Outgoing, originOf, toResponse } from "./message";
import { parseBody, parseQuery, readParameters } from "./parse";
import { forMethod, type ResponseContext, respond, respondError, respondOptions } from "./respond";

/** What a handler returns: data, and what the wire says about it beside the body. */
export type Answer<T> = {
  data: T;
  /** Cursors of the neighbouring pages; they become the Link header. */
  page?: { next: string | null; prev: string | null };
  /** Path of what was created. */
  location?: string;
};

/** What a handler returns instead for a request with an Idempotency-Key: the answer as it is kept with the key. */
type Kept = {
  kept: KeptAnswer;
  /** It was made for an earlier request. */
  replayed: boolean;
};

type Input<Q, B, T> = {
  params: Readonly<Record<string, string>>;
  query: Q;
  body: B;
  caller: Caller;
  /** The Idempotency-Key that came with the request; null when none did. */
  idempotencyKey: IdempotencyKey | null;
  /** Writes an answer as it is kept with the key. */
  toKept(answer: Answer<T>): KeptAnswer;
};

/** An operation of the API: everything that a caller, a test or the documentation may want to know of it. */
export type EndpointSpec<Q extends z.ZodMiniObject, B extends z.ZodMiniType, R extends z.ZodMiniType> = {
  operationId: string;
  scope: Scope;
  query?: Q;
  body?: B;
  returns: R;
  /** Status of a success; 200 when absent. */
  status?: 200 | 201;
  /** Takes an Idempotency-Key; an operation with a body that does not refuses one. */
  idempotent?: boolean;
  /** What goes beyond the contract says so (contract, "Versioning"). */
  stability?: "experimental" | "beta";
  handle(input: Input<z.infer<Q>, z.infer<B>, z.input<R>>): Promise<Answer<z.input<R>> | Kept>;
};

/** Announces the end of a path: Deprecation (RFC 9745), Sunset (RFC 8594), and 410 from that instant on. */
export type Deprecated = { since: Date; sunset: Date; documentation: string; successor: string };

type AnySpec = Pick<
  EndpointSpec<z.ZodMiniObject, z.ZodMiniType, z.ZodMiniType>,
  "operationId" | "scope" | "status" | "stability" | "idempotent"
> & { query?: z.ZodMiniObject; body?: z.ZodMiniType; returns: z.ZodMiniType; deprecated?: boolean };
type Endpoint = { spec: AnySpec; run(call: Call): Promise<Success> };
type Params = Readonly<Record<string, string>>;
type Call = { incoming: Incoming; origin: string; caller: Caller; params: Params };
type Success = { status: number; body: string; headers: HeaderList };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];
type Operations = { GET?: Endpoint; POST?: Endpoint; PATCH?: Endpoint };

/** A Next.js route handler that knows its own specification, and answers without Next.js too. */
export type Handler = {
  (request: Request, context?: { params: Promise<Params> }): Promise<Response>;
  /** The same for the production server: no Request, no Response. Never throws. */
  serve(incoming: Incoming, params: Params): Promise<Outgoing>;
  spec?: AnySpec;
};

/**
 * The life of a request, whatever it asks for: identify, limit, then `work` (authorise, parse, handle, encode), respond.
 * Each step refuses by throwing an ApiError; nothing that is thrown leaves here.
 */
async function serve(
  incoming: Incoming,
  deprecated: Deprecated | undefined,
  work: (call: Omit<Call, "params">) => Promise<Success>,
): Promise<Outgoing> {
  const { method, address } = incoming;
  const context: ResponseContext = { requestId: requestIdOf(incoming), headers: [] };
  try {
    // What is known already is not waited for: under Next.js every promise costs.
    const identified = identify(incoming.header("authorization"), address);
    const caller = identified instanceof Promise ? await identified : identified;
    const limited = limit(caller, address, deprecated !== undefined);
    const verdict = limited instanceof Promise ? await limited : limited;
    context.headers = limitHeaders(verdict);
    const origin = originOf(incoming);
    if (deprecated) context.headers.push(...deprecationHeaders(deprecated, origin));
    const refused = refusal(verdict);
    if (refused) throw refused;
    const { status, body, headers } = await work({ incoming, origin, caller });
    return forMethod(method, respond(context, status, body, headers));
  } catch (error) {
    // Nobody could be identified: the database is away. That is nobody's fault, so nobody is charged.
    if (context.headers.length === 0) context.headers = strangerHeaders(address);
    return forMethod(method, respondError(context, error));
  }
}

/** Makes a route handler of the function that answers. */
function handlerOf(answer: Handler["serve"], spec?: AnySpec): Handler {
  const handle = async (request: Request, context?: { params: Promise<Params> }) => {
    const incoming = fromRequest(request);
    // Next.js takes a path with a slash at its end for the one without.
    if (incoming.path.endsWith("/")) return toResponse(await notFound.serve(incoming, {}));
    return toResponse(await answer(incoming, (await context?.params) ?? {}));
  };
  return Object.assign(handle, spec ? { serve: answer, spec } : { serve: answer });
}

const STRANGER: Caller = { kind: "stranger", reason: "missing" };

/** Makes an operation of its specification: authorise, parse, handle, encode. */
export function endpoint<Q extends z.ZodMiniObject, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  spec: EndpointSpec<Q, B, R>,
): Endpoint {
  const encode = encoderOf(spec.returns);
  const toKept = ({ data, location }: Answer<z.input<R>>): KeptAnswer => ({
    status: spec.status ?? 200,
    body: encode(data),
    location: location ?? null,
  });
  const idempotencyKeyOf = ({ header }: Incoming, caller: Caller, body: unknown) => {
    const given = header("idempotency-key");
    return spec.idempotent ? parseIdempotencyKey(given, caller, body) : refuseIdempotencyKey(given);
  };
  return {
    spec,
    async run({ incoming, origin, caller, params }) {
      const authorised = authorise(caller, spec.scope);
      if (authorised) await authorised;
      const parameters = spec.query ? readParameters(spec.query, incoming.search) : {};
      const query = (spec.query ? parseQuery(spec.query, parameters) : {}) as z.infer<Q>;
      const body = (spec.body ? await parseBody(spec.body, incoming) : undefined) as z.infer<B>;
      const idempotencyKey = spec.body ? idempotencyKeyOf(incoming, caller, body) : null;
      const answer = await spec.handle({ params, query, body, caller, idempotencyKey, toKept });
      const { status, body: text, location } = "kept" in answer ? answer.kept : toKept(answer);
      const headers: HeaderList = [];
      if (spec.stability) headers.push("X-Stability", spec.stability);
      if ("page" in answer && answer.page)
        headers.push("Link", pageLinks(origin + incoming.path, parameters, answer.page));
      if ("replayed" in answer && answer.replayed) headers.push("Idempotent-Replayed", "true");
      if (location !== null) headers.push("Location", location);
      return { status, body: text, headers };
    },
  };
}

/**
 * Makes the exports of a Next.js route file: its operations, HEAD as GET without a body (RFC 9110, 9.3.2), OPTIONS, and
 * 405 with Allow for every other method.
 */
export function route(operations: Operations, deprecated?: Deprecated): Record<Method, Handler> {
  const given = (["GET", "POST", "PATCH"] as const).filter((method) => operations[method]);
  const allow = [...given.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");

  const handler = (method: Method): Handler => {
    if (method === "OPTIONS") return handlerOf(async (incoming) => answerOptions(incoming, allow, deprecated));
    const operation = operations[(method === "HEAD" ? "GET" : method) as keyof Operations];
    return handlerOf(
      (incoming, params) =>
        serve(incoming, deprecated, (call) => {
          if (!operation) throw methodNotAllowed(incoming.method, allow);
          if (deprecated && now() >= deprecated.sunset.getTime())
            throw new ApiError("gone", "This operation was removed");
          return operation.run({ ...call, params });
        }),
      operation && { ...operation.spec, ...(deprecated && { deprecated: true }) },
    );
  };
  return Object.fromEntries(METHODS.map((method) => [method, handler(method)])) as Record<Method, Handler>;
}

/** A preflight is not counted: a browser sends it by itself. */
function answerOptions(incoming: Incoming, allow: string, deprecated: Deprecated | undefined): Outgoing {
  const context: ResponseContext = { requestId: requestIdOf(incoming), headers: strangerHeaders(incoming.address) };
  try {
    if (deprecated) context.headers.push(...deprecationHeaders(deprecated, originOf(incoming)));
    return respondOptions(context, allow);
  } catch (error) {
    return respondError(context, error);
  }
}

/** Answers a path that is none of ours. */
export const notFound: Handler = handlerOf((incoming) =>
  serve(incoming, undefined, async () => {
    throw new ApiError("not_found", "There is nothing at this path");
  }),
);

/** The limit headers of somebody of whom nothing but the address is known. */
export const strangerHeaders = (address: string) => limitHeaders(standing(STRANGER, address));

/** Answers a request whose target or Host header cannot be read. */
export const unreadable = (address: string): Outgoing =>
  respondError(
    { requestId: randomUUID(), headers: strangerHeaders(address) },
    new ApiError("bad_request", "The request target or the Host header is not valid"),
  );

function methodNotAllowed(method: string, allow: string): ApiError {
  return new ApiError("method_not_allowed", `${method.slice(0, 20)} is not allowed here; use ${allow}`, {
    Allow: allow,
  });
}

/** The caller's own request id when it is a sane one, else a new one. */
function requestIdOf(incoming: Incoming): string {
  const given = incoming.header("x-request-id");
  return given !== null && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}

function deprecationHeaders({ since, sunset, documentation, successor }: Deprecated, origin: string): HeaderList {
  return [
    "Deprecation",
    `@${Math.floor(since.getTime() / 1000)}`,
    "Sunset",
    sunset.toUTCString(),
    "Link",
    `<${origin}${documentation}>; rel="deprecation"; type="text/html", <${origin}${successor}>; rel="successor-version"`,
  ];
}
