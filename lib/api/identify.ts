import "server-only";
import type { KnownKey } from "../keys/secret-store";
import { digestOf, findKey, mayExist, recallKey } from "../keys/verify";
import type { Verdict } from "../limits/bucket";
import type { Scope } from "../scopes";
import { isBrowserToken, VISITOR, verifyBrowserToken } from "./browser-token";
import { refuseStranger } from "./strangers";

/** Who asks. Never absent: a stranger is a caller too, with the reason why nothing better is known. */
export type Caller =
  | KnownKey
  | { kind: "person"; id: string; session: string; scopes: readonly Scope[] }
  | { kind: "visitor"; scopes: readonly Scope[] }
  | { kind: "stranger"; reason: "missing" | "invalid" }
  /** Nothing is known of the key: the address is over its limit, and the key is not one that we have. */
  | { kind: "stranger"; reason: "refused"; verdict: Verdict };

/** Longest credential that is looked at. */
const MAX_CREDENTIAL_LENGTH = 1_000;

/**
 * Finds out who asks, from the bearer credential alone; cookies are not read (docs/contract.md, "Authentication"; RFC 6750, 2.1).
 * Unknown, expired and revoked credentials are told apart for nobody.
 */
export function identify(authorization: string | null, address: string): Caller | Promise<Caller> {
  if (authorization === null || authorization.trim() === "") return NOBODY;
  const credential = /^bearer +(\S+) *$/i.exec(authorization.slice(0, MAX_CREDENTIAL_LENGTH + 10))?.[1];
  if (!credential || credential.length > MAX_CREDENTIAL_LENGTH) return UNKNOWN;
  if (isBrowserToken(credential)) return fromToken(credential) ?? UNKNOWN;
  return fromKey(credential, address);
}

const NOBODY: Caller = { kind: "stranger", reason: "missing" };
const UNKNOWN: Caller = { kind: "stranger", reason: "invalid" };

/**
 * Finds out whose key this is. An address over its stranger limit does not get to the database with keys that do not exist;
 * its good keys work on.
 */
function fromKey(key: string, address: string): Caller | Promise<Caller> {
  const digest = digestOf(key);
  if (digest === null) return UNKNOWN;
  const known = recallKey(digest);
  if (known !== undefined) return known ?? UNKNOWN;
  const verdict = refuseStranger(address);
  if (!verdict) return lookUp(key, digest);
  const refused: Caller = { kind: "stranger", reason: "refused", verdict };
  const exists = mayExist(digest);
  if (exists instanceof Promise) return exists.then((does) => (does ? lookUp(key, digest) : refused));
  return exists ? lookUp(key, digest) : refused;
}

function lookUp(key: string, digest: string): Caller | Promise<Caller> {
  return findKey(key, digest)?.then((found) => found ?? UNKNOWN) ?? UNKNOWN;
}

function fromToken(credential: string): Caller | null {
  const token = verifyBrowserToken(credential);
  if (!token) return null;
  const { sub, session, scopes } = token;
  if (sub === VISITOR) return { kind: "visitor", scopes };
  return session ? { kind: "person", id: sub, session, scopes } : null;
}
