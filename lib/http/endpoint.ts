import "server-only";
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { now } from "../clock";
import { ApiError } from "../errors";
import type { Scope } from "../scopes";
import { authorise, type Caller, identify } from "./identify";
import { pageLinks } from "./links";
import { parseBody, parseQuery } from "./parse";
import { forMethod, type ResponseContext, respond, respondError, respondOptions } from "./respond";

/** What a handler returns: data, and what the wire says about it beside the body. */
export type Answer<T> = {
  data: T;
  /** Cursors of the neighbouring pages; they become the Link header. */
  page?: { next: string | null; prev: string | null };
  /** Path of what was created. */
  location?: string;
};

type Input<Q, B> = { params: Readonly<Record<string, string>>; query: Q; body: B; caller: Caller };

/** An operation of the API: everything that a caller, a test or the documentation may want to know of it. */
export type EndpointSpec<Q extends z.ZodMiniObject, B extends z.ZodMiniType, R extends z.ZodMiniType> = {
  operationId: string;
  scope: Scope;
  query?: Q;
  body?: B;
  returns: R;
  /** Status of a success; 200 when absent. */
  status?: 200 | 201;
  handle(input: Input<z.infer<Q>, z.infer<B>>): Promise<Answer<z.input<R>>>;
};

/** Announces the end of a path: Deprecation (RFC 9745), Sunset (RFC 8594), and 410 from that instant on. */
export type Deprecated = { since: Date; sunset: Date; documentation: string; successor: string };

type AnySpec = Pick<EndpointSpec<z.ZodMiniObject, z.ZodMiniType, z.ZodMiniType>, "operationId" | "scope" | "status"> & {
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  returns: z.ZodMiniType;
};
type Endpoint = { spec: AnySpec; run(request: Request, url: URL, params: Record<string, string>): Promise<Success> };
type Success = { status: number; data: unknown; headers: Record<string, string> };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** A Next.js route handler that knows its own specification. */
export type Handler = {
  (request: Request, context?: { params: Promise<Record<string, string>> }): Promise<Response>;
  spec?: AnySpec;
};

/**
 * The life of a request, in order: identify, authorise, parse, handle, encode. Each step refuses by throwing an ApiError,
 * and `route` answers it.
 */
export function endpoint<Q extends z.ZodMiniObject, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  spec: EndpointSpec<Q, B, R>,
): Endpoint {
  return {
    spec,
    async run(request, url, params) {
      const caller = await identify(request.headers);
      authorise(caller, spec.scope);
      const query = (spec.query ? parseQuery(spec.query, url.searchParams) : {}) as z.infer<Q>;
      const body = (spec.body ? await parseBody(spec.body, request) : undefined) as z.infer<B>;
      const answer = await spec.handle({ params, query, body, caller });
      const data = spec.returns.parse(answer.data);
      const headers: Record<string, string> = {};
      if (answer.page) headers.Link = pageLinks(url, answer.page);
      if (answer.location) headers.Location = answer.location;
      return { status: spec.status ?? 200, data, headers };
    },
  };
}

/**
 * Makes the exports of a Next.js route file: its operations, HEAD as GET without a body (RFC 9110, 9.3.2), OPTIONS, and
 * 405 with Allow for every other method. Nothing that is thrown leaves here.
 */
export function route(
  operations: { GET?: Endpoint; POST?: Endpoint },
  deprecated?: Deprecated,
): Record<Method, Handler> {
  const allow = ["GET", "HEAD", "POST"].filter((method) => operations[method === "POST" ? "POST" : "GET"]);
  const allowed = [...allow, "OPTIONS"].join(", ");

  const handler = (method: Method): Handler => {
    const operation = operations[method === "HEAD" ? "GET" : (method as "GET" | "POST")];
    const handle: Handler = async (request, given) => {
      const url = new URL(request.url);
      const context = contextOf(request, url, deprecated);
      try {
        if (method === "OPTIONS") return respondOptions(context, allowed);
        if (!operation) throw methodNotAllowed(request.method, allowed);
        if (deprecated && now() >= deprecated.sunset.getTime())
          throw new ApiError("gone", "This operation was removed");
        const { status, data, headers } = await operation.run(request, url, (await given?.params) ?? {});
        return forMethod(method, respond(context, status, data, headers));
      } catch (error) {
        return forMethod(method, respondError(context, error));
      }
    };
    return operation ? Object.assign(handle, { spec: operation.spec }) : handle;
  };
  return Object.fromEntries(METHODS.map((method) => [method, handler(method)])) as Record<Method, Handler>;
}

/** Answers a path that is none of ours. */
export const notFound: Handler = async (request) =>
  forMethod(
    request.method,
    respondError(contextOf(request, new URL(request.url)), new ApiError("not_found", "There is nothing at this path")),
  );

/** Answers a request whose target or Host header cannot be read, so that it has no URL to look up. */
export const unreadable = (error: unknown): Response =>
  respondError(
    { requestId: randomUUID(), headers: {} },
    error instanceof Error && error.name === "RequestError"
      ? new ApiError("bad_request", "The request target or the Host header is not valid")
      : error,
  );

function methodNotAllowed(method: string, allow: string): ApiError {
  return new ApiError("method_not_allowed", `${method.slice(0, 20)} is not allowed here; use ${allow}`, {
    Allow: allow,
  });
}

function contextOf(request: Request, url: URL, deprecated?: Deprecated): ResponseContext {
  const given = request.headers.get("x-request-id");
  const requestId = given && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
  return { requestId, headers: deprecated ? deprecationHeaders(deprecated, url.origin) : {} };
}

function deprecationHeaders({ since, sunset, documentation, successor }: Deprecated, origin: string) {
  return {
    Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    Sunset: sunset.toUTCString(),
    Link: `<${origin}${documentation}>; rel="deprecation"; type="text/html", <${origin}${successor}>; rel="successor-version"`,
  };
}
