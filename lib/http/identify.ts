import "server-only";
import { ApiError } from "../errors";
import { isWellFormedKey } from "../keys/format";
import { findCallerByKey } from "../keys/verify";
import type { Scope } from "../scopes";
import { isBrowserToken, verifyBrowserToken } from "../tokens";

/** Who asks. Never absent: a stranger is a caller too, with the reason why nothing better is known. */
export type Caller =
  | { kind: "key"; id: string; scopes: readonly Scope[] }
  | { kind: "browser"; id: string; scopes: readonly Scope[] }
  | { kind: "stranger"; reason: "missing" | "invalid" };

/** Longest credential that is looked at. */
const MAX_CREDENTIAL_LENGTH = 1_000;

/**
 * Finds out who asks, from the bearer credential alone; cookies are not read (contract, "Authentication"; RFC 6750, 2.1).
 * Unknown, expired and revoked credentials are told apart for nobody.
 */
export async function identify(headers: Headers): Promise<Caller> {
  const header = headers.get("authorization");
  if (header === null || header.trim() === "") return { kind: "stranger", reason: "missing" };
  const credential = /^bearer +(\S+) *$/i.exec(header.slice(0, MAX_CREDENTIAL_LENGTH + 10))?.[1];
  if (!credential || credential.length > MAX_CREDENTIAL_LENGTH) return { kind: "stranger", reason: "invalid" };
  const known = await verify(credential);
  return known ?? { kind: "stranger", reason: "invalid" };
}

async function verify(credential: string): Promise<Caller | null> {
  if (isBrowserToken(credential)) {
    const token = verifyBrowserToken(credential);
    return token && { kind: "browser", id: token.sub, scopes: token.scopes };
  }
  if (!isWellFormedKey(credential)) return null;
  const key = await findCallerByKey(credential);
  return key && { kind: "key", ...key };
}

/**
 * Lets a caller with the scope through.
 * @throws ApiError unauthorized (RFC 9110, 11.6.1) or forbidden (RFC 6750, 3.1)
 */
export function authorise(caller: Caller, scope: Scope): void {
  const challenge = 'Bearer realm="pets"';
  if (caller.kind === "stranger") {
    const detail = caller.reason === "invalid" ? `${challenge}, error="invalid_token"` : challenge;
    throw new ApiError("unauthorized", "A valid API key is required: Authorization: Bearer <API_KEY>", {
      "WWW-Authenticate": detail,
    });
  }
  if (!caller.scopes.includes(scope)) {
    throw new ApiError("forbidden", `This API key lacks the scope ${scope}`, {
      "WWW-Authenticate": `${challenge}, error="insufficient_scope", scope="${scope}"`,
    });
  }
}
