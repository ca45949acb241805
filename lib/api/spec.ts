import type * as z from "zod/mini";
import type { Consent } from "../adoptions/applications-store";
import type { Transaction } from "../database/transaction";
import type { IfMatch } from "../domain";
import type { ErrorCode } from "../http/errors";
import type { ArrivalRule } from "../http/parts";
import type { Visibility } from "../pets/care/visibility";
import type { Scope } from "../scopes";
import type { Caller } from "./caller";

export type Result<T> = {
  data: T;
  /** For the Link header. */
  page?: { next: string | null; prev: string | null };
  /** Path of what was created. */
  location?: string;
  /** The version, for the ETag header. */
  etag?: bigint;
  /** Of an addition that is its own record. Others are noted when they are written. */
  changeSet?: string;
  /** Nothing was done, and the data says why. Only with `refusesWith`. */
  isRefused?: boolean;
};

/** A body that is not JSON. */
export type UploadRule<T = unknown> = ArrivalRule & {
  mediaTypes: readonly string[];
  /** Refuses it before it is read. Without this it could only be refused afterwards. */
  admit(params: unknown): Promise<void>;
  /** Before any transaction, because it is slow. */
  convert(parts: readonly Uint8Array[], mediaType: string): Promise<T>;
};

/** Not read yet. */
export type Upload = {
  mediaType: string;
  /**
   * Few bodies are in memory at a time, each only while `use` runs.
   * @throws ApiError unavailable when there are too many; payload_too_large, request_timeout or bad_request
   */
  receive<T>(use: (parts: readonly Uint8Array[]) => Promise<T>): Promise<T>;
};

type Input<P, Q, B, U> = {
  params: P;
  query: Q;
  body: B;
  /** What the upload was converted into. */
  upload: U extends UploadRule<infer T> ? T : undefined;
  caller: Caller;
  /** Which animals the caller sees. */
  visibility: Visibility;
  /** The client's IP address, or "unknown". */
  address: string;
  /** Null without the header, and without `precondition`. */
  ifMatch: IfMatch | null;
  /** To the consequences of a command. */
  consent: Consent;
};

/** RFC 9745 and RFC 8594: from `sunset` on it answers 410. */
export type Deprecation = {
  since: Date;
  sunset: Date;
  /** Paths of the notice and of the replacement. */
  documentation: string;
  successor: string;
};

export type EndpointSpec<
  P extends z.ZodMiniObject,
  Q extends z.ZodMiniObject,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  U extends UploadRule | undefined = undefined,
> = {
  operationId: string;
  /** A few words without a full stop: the title in the reference. */
  summary: string;
  /** What the operation means, in one to four sentences of Markdown. */
  description: string;
  scope: Scope;
  /** Callers with one of these are let through, too: what the request then needs is for `handle` to require. */
  orScopes?: readonly Scope[];
  /** Whether the person must have signed in within the last hour. */
  needsPassword?: true;
  /** An invalid value is 404 with the message of the schema. */
  params?: P;
  query?: Q;
  body?: B;
  /** MAX_BODY_BYTES by default. */
  bodyBytes?: number;
  /** Instead of `body`. */
  upload?: U;
  /** Whether it honours If-Match; others refuse it. If required, a request without it gets 428. */
  precondition?: "required" | "optional";
  /** Locks what it changes and returns the version, which is compared with If-Match. Without this, `handle` compares. */
  lock?(tx: Transaction, input: { params: z.infer<P>; caller: Caller }): Promise<bigint>;
  returns: R;
  /** 200 by default. With 204, `returns` is `NoBody`. */
  status?: 200 | 201 | 202 | 204;
  /** Of a transaction for everything that it does, which it then has even without an Idempotency-Key. */
  timeoutMs?: number;
  /**
   * Whether it asks before it declines applications or completes open orders. With `keep` it never asks, and `Confirm: *`
   * keeps what was changed since.
   */
  confirms?: true | "keep";
  /** Whatever is not GET takes an Idempotency-Key. A `secret` answer is not stored: a repeated request gets 409. */
  idempotent?: "secret" | "none";
  /** Any other is marked as experimental (docs/contract.md, "Versioning"). */
  isStable?: true;
  deprecated?: Deprecation;
  /** Headers of a success beyond those of every response. */
  sends?: readonly ("Link" | "Location" | "ETag")[];
  /** As `sends`, but not of every success. */
  maySend?: readonly "Link"[];
  refuses?: readonly ErrorCode[];
  /** The body of its 409, if that says more than every error. */
  refusesWith?: z.ZodMiniType;
  handle(input: Input<z.infer<P>, z.infer<Q>, z.infer<B>, U>): Promise<Result<z.input<R>>>;
};

/**
 * The members that only the answer has. In a body that replaces or changes something they are ignored, so that what was
 * read can be changed and sent back.
 */
export function readOnlyMembers({ body, returns }: Pick<AnySpec, "body" | "returns">): string[] {
  const [sent, read] = [membersOf(body), membersOf(returns)];
  return Object.keys(read).filter((name) => !Object.hasOwn(sent, name));
}

const membersOf = (schema: AnySpec["returns"]): object => schema?.shape ?? schema?._zod.def.element?.shape ?? {};

/** Any specification, whatever its types. */
// biome-ignore lint/suspicious/noExplicitAny: a handler's input depends on its own schemas.
export type AnySpec = EndpointSpec<any, any, any, any, any>;
