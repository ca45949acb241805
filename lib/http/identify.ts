import "server-only";
import { ApiError } from "../errors";
import type { KnownKey } from "../keys/store";
import { findCallerByKey } from "../keys/verify";
import type { Scope } from "../scopes";
import { findRole } from "../staff/store";
import { isBrowserToken, VISITOR, verifyBrowserToken } from "../tokens";

/** Who asks. Never absent: a stranger is a caller too, with the reason why nothing better is known. */
export type Caller =
  | ({ kind: "key" } & KnownKey)
  | { kind: "staff"; id: string; scopes: readonly Scope[] }
  | { kind: "visitor"; scopes: readonly Scope[] }
  | { kind: "stranger"; reason: "missing" | "invalid" };

/** Longest credential that is looked at. */
const MAX_CREDENTIAL_LENGTH = 1_000;

/**
 * Finds out who asks, from the bearer credential alone; cookies are not read (contract, "Authentication"; RFC 6750, 2.1).
 * Unknown, expired and revoked credentials are told apart for nobody.
 */
export async function identify(authorization: string | null): Promise<Caller> {
  if (authorization === null || authorization.trim() === "") return { kind: "stranger", reason: "missing" };
  const credential = /^bearer +(\S+) *$/i.exec(authorization.slice(0, MAX_CREDENTIAL_LENGTH + 10))?.[1];
  if (!credential || credential.length > MAX_CREDENTIAL_LENGTH) return { kind: "stranger", reason: "invalid" };
  const known = isBrowserToken(credential) ? fromToken(credential) : await fromKey(credential);
  return known ?? { kind: "stranger", reason: "invalid" };
}

function fromToken(credential: string): Caller | null {
  const token = verifyBrowserToken(credential);
  if (!token) return null;
  const { sub, scopes } = token;
  return sub === VISITOR ? { kind: "visitor", scopes } : { kind: "staff", id: sub, scopes };
}

async function fromKey(credential: string): Promise<Caller | null> {
  const key = await findCallerByKey(credential);
  return key && { kind: "key", ...key };
}

/**
 * Lets a caller with the scope through. For anything but reading, what a member of staff may do is looked up every time: a
 * token outlives the loss of a role by minutes.
 * @throws ApiError unauthorized (RFC 9110, 11.6.1) or forbidden (RFC 6750, 3.1)
 */
export async function authorise(caller: Caller, scope: Scope): Promise<void> {
  const challenge = 'Bearer realm="pets"';
  if (caller.kind === "stranger") {
    const detail = caller.reason === "invalid" ? `${challenge}, error="invalid_token"` : challenge;
    throw new ApiError("unauthorized", "A valid API key is required: Authorization: Bearer <API_KEY>", {
      "WWW-Authenticate": detail,
    });
  }
  if (caller.scopes.includes(scope) && (scope === "pets:read" || (await stillMay(caller, scope)))) return;
  throw new ApiError("forbidden", `This API key lacks the scope ${scope}`, {
    "WWW-Authenticate": `${challenge}, error="insufficient_scope", scope="${scope}"`,
  });
}

async function stillMay(caller: Exclude<Caller, { kind: "stranger" }>, scope: Scope): Promise<boolean> {
  if (caller.kind !== "staff") return scope !== "admin";
  const role = await findRole(caller.id);
  return scope === "admin" ? role === "admin" : role !== null;
}
