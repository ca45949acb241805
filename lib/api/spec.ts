import type * as z from "zod/mini";
import type { Transaction } from "../database/transaction";
import type { IfMatch } from "../domain";
import type { ErrorCode } from "../http/errors";
import type { ArrivalRule } from "../http/parts";
import type { Scope } from "../scopes";
import type { Caller } from "./caller";

/** What a handler returns: the data of the body, and the values of headers. */
export type Result<T> = {
  data: T;
  /** Cursors of the neighbouring pages, for the Link header. */
  page?: { next: string | null; prev: string | null };
  /** The path of what was created. */
  location?: string;
  /** The version of what the response shows or what was changed, for the ETag header. */
  etag?: bigint;
  /** The operation did nothing, and the data says why. Only with `refusesWithData`. */
  isRefused?: boolean;
};

/** A body that is not JSON: its media types, and the limits on how it arrives. */
export type UploadRule = ArrivalRule & { mediaTypes: readonly string[] };

/** A body that is not JSON, before it is read. */
export type Upload<M = string> = {
  mediaType: M;
  /**
   * Reads the body in parts and passes them to `use`. The number of bodies in memory is limited, and each stays only
   * while `use` is running.
   * @throws ApiError unavailable when there are too many; payload_too_large, request_timeout or bad_request
   */
  receive<T>(use: (parts: readonly Uint8Array[]) => Promise<T>): Promise<T>;
};

/** What a handler gets, parsed and typed. */
type Input<P, Q, B, U> = {
  params: P;
  query: Q;
  body: B;
  /** Not read yet, so that a handler can refuse it first. */
  upload: U extends UploadRule ? Upload<U["mediaTypes"][number]> : undefined;
  caller: Caller;
  /** The client's IP address, or "unknown", for limits of the operation itself. */
  address: string;
  /** The versions in If-Match. Null without the header, and always when the specification has no `precondition`. */
  ifMatch: IfMatch | null;
  /** When the request has an Idempotency-Key: the transaction that stores the response. */
  transaction: Transaction | undefined;
};

/** When an operation was deprecated (RFC 9745), and when it is removed (RFC 8594): from `sunset` on it answers 410. */
export type Deprecation = {
  since: Date;
  sunset: Date;
  /** Path of the deprecation notice, and path of the replacement. */
  documentation: string;
  successor: string;
};

/** The specification of an operation: all that callers, tests and the documentation need. */
export type EndpointSpec<
  P extends z.ZodMiniObject,
  Q extends z.ZodMiniObject,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  U extends UploadRule | undefined = undefined,
> = {
  operationId: string;
  /** What the operation does, in a few words without a full stop: its title in the reference. */
  summary: string;
  scope: Scope;
  /** Whether the person must have signed in within the last hour: what others may do here depends on it. */
  needsPassword?: true;
  /** Parameters of the path. An invalid value is 404 with the message of the schema. */
  params?: P;
  query?: Q;
  body?: B;
  /** Largest body in bytes; MAX_BODY_BYTES by default. */
  bodyBytes?: number;
  /** For a body that is not JSON, instead of `body`. */
  upload?: U;
  /** Whether the operation honours If-Match. If it is required, a request without it gets 428. */
  precondition?: "required" | "optional";
  returns: R;
  /** The status of a success; 200 by default. With 204, `returns` is `NoBody`. */
  status?: 200 | 201 | 204;
  /**
   * Whether the operation accepts an Idempotency-Key. Other operations with a body refuse it. A `secret` answer is not
   * stored: a repeated request gets 409.
   */
  idempotent?: true | "secret";
  /** Whether it keeps its promises for good (docs/contract.md, "Versioning"). Any other is marked as experimental. */
  isStable?: true;
  deprecated?: Deprecation;
  /**
   * Headers of a success in addition to those of every response: Link to other pages, Location of what was created,
   * ETag with a version.
   */
  sends?: readonly ("Link" | "Location" | "ETag")[];
  /** The error codes of the operation itself. Its `params` add not_found. */
  refuses?: readonly ErrorCode[];
  /** Whether its 409 has the body of a success instead of an Error: see `Result.isRefused`. */
  refusesWithData?: boolean;
  handle(input: Input<z.infer<P>, z.infer<Q>, z.infer<B>, U>): Promise<Result<z.input<R>>>;
};

/** Any specification, whatever its types. */
// biome-ignore lint/suspicious/noExplicitAny: a handler's input depends on its own schemas.
export type AnySpec = EndpointSpec<any, any, any, any, any>;
