export type Author =
  | { kind: "key" | "person"; id: string }
  | { kind: "applicant" }
  | { kind: "operator" }
  | { kind: "service" };

/** `key:ID`, `person:ID`, or the bare kind. */
export function authorText(author: Author): string {
  return "id" in author ? `${author.kind}:${author.id}` : author.kind;
}

/** Parses what `authorText` wrote. @throws TypeError for any other string */
export function parseAuthor(text: string): Author {
  const [kind, id] = text.split(/:(.*)/s, 2);
  if ((kind === "key" || kind === "person") && id) return { kind, id };
  if ((kind === "applicant" || kind === "operator" || kind === "service") && id === undefined) return { kind };
  throw new TypeError(`${text} is not an author`);
}

/** A resource with its version, as endpoints answer with it. */
export type Versioned<T> = { data: T; etag: bigint };

/** The versions in If-Match, or any (RFC 9110, 13.1.1). */
export type IfMatch = "*" | readonly bigint[];

/** Without a precondition it may be changed. */
export function matches(ifMatch: IfMatch | null, version: bigint): boolean {
  return ifMatch === null || ifMatch === "*" || ifMatch.includes(version);
}

/** lib/http/errors.ts has the HTTP status of each. */
type DomainCode =
  | "bad_request"
  | "not_found"
  | "conflict"
  | "confirmation_required"
  | "forbidden"
  | "precondition_failed"
  | "precondition_required"
  | "unsupported_media_type"
  | "idempotency_key_reused"
  | "rate_limited"
  | "unavailable";

/** A refusal by a store, which knows nothing of HTTP. */
export class DomainError extends Error {
  override readonly name = "DomainError";

  constructor(
    readonly code: DomainCode,
    message: string,
    /** After how many seconds the same may succeed. */
    readonly retryAfterSeconds?: number,
    /** Further members of the answer. */
    readonly more?: object,
  ) {
    super(message);
  }
}

/** The refusal of what does not fit the current state. */
export const conflict = (message: string) => new DomainError("conflict", message);
