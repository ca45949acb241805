import type * as z from "zod/mini";
import type { Transaction } from "../database/transaction";
import type { ErrorCode } from "../http/errors";
import type { Scope } from "../scopes";
import type { Caller } from "./identify";

/** What a handler returns: the data of the body, and what becomes headers. */
export type Result<T> = {
  data: T;
  /** Cursors of the neighbouring pages; they become the Link header. */
  page?: { next: string | null; prev: string | null };
  /** Path of what was created. */
  location?: string;
};

/** What a handler gets: parsed and typed. */
type Input<P, Q, B> = {
  params: P;
  query: Q;
  body: B;
  caller: Caller;
  /** The transaction that also keeps the answer, when the request has an Idempotency-Key. */
  transaction: Transaction | undefined;
};

/** When an operation was deprecated (RFC 9745) and when it ends (RFC 8594): from `sunset` on it answers 410. */
export type Deprecation = {
  since: Date;
  sunset: Date;
  /** Path of the deprecation notice, and path of the replacement. */
  documentation: string;
  successor: string;
};

/** An operation of the API: everything that a caller, a test or the documentation may want to know of it. */
export type EndpointSpec<
  P extends z.ZodMiniObject,
  Q extends z.ZodMiniObject,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
> = {
  operationId: string;
  scope: Scope;
  /** Parameters of the path; a value that does not fit is 404 with the schema's message. */
  params?: P;
  query?: Q;
  body?: B;
  returns: R;
  /** Status of a success; 200 when absent. */
  status?: 200 | 201;
  /** Takes an Idempotency-Key; an operation with a body that does not refuses one. */
  idempotent?: boolean;
  /** What goes beyond the contract says so (docs/contract.md, "Versioning"). */
  stability?: "experimental" | "beta";
  deprecated?: Deprecation;
  /** Headers of a success, beside those of every response: Link leads to other pages, Location to what was created. */
  sends?: readonly ("Link" | "Location")[];
  /** Codes of the refusals that come from the operation itself. */
  refuses?: readonly ErrorCode[];
  handle(input: Input<z.infer<P>, z.infer<Q>, z.infer<B>>): Promise<Result<z.input<R>>>;
};

/** A specification whose types nobody needs to know. */
// biome-ignore lint/suspicious/noExplicitAny: a handler's input depends on its own schemas.
export type AnySpec = EndpointSpec<any, any, any, any>;
