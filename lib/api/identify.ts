import "server-only";
import { digestOf, findKey, mayExist, recallKey } from "../keys/verify";
import { isBrowserToken, VISITOR, verifyBrowserToken } from "./browser-token";
import type { Caller } from "./caller";
import { strangerRefusal } from "./limit";

/** A longer credential is invalid. */
const MAX_CREDENTIAL_LENGTH = 1_000;

const WITHOUT_CREDENTIAL: Caller = { kind: "stranger", reason: "missing" };
const UNKNOWN: Caller = { kind: "stranger", reason: "invalid" };

/**
 * Finds the sender by the bearer credential alone; cookies are not read (RFC 6750, 2.1). Callers cannot tell unknown,
 * expired and revoked credentials apart.
 * @throws what the database throws; `tooBusy`
 */
export async function identify(authorization: string | null, address: string): Promise<Caller> {
  if (authorization === null || authorization.trim() === "") return WITHOUT_CREDENTIAL;
  const credential = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (!credential || credential.length > MAX_CREDENTIAL_LENGTH) return UNKNOWN;
  if (isBrowserToken(credential)) return callerOfToken(credential) ?? UNKNOWN;

  const digest = digestOf(credential);
  if (digest === null) return UNKNOWN;
  const recalled = recallKey(digest);
  if (recalled !== undefined) return recalled ?? UNKNOWN;
  // An IP address over its limit for strangers must not cause look-ups of made-up keys. Its valid keys keep working.
  const verdict = strangerRefusal(address);
  if (verdict && !(await mayExist(digest))) return { kind: "stranger", reason: "unexamined", verdict };
  return (await findKey(credential, digest)) ?? UNKNOWN;
}

function callerOfToken(credential: string): Caller | null {
  const token = verifyBrowserToken(credential);
  if (!token) return null;
  const { sub, session, scopes } = token;
  if (sub === VISITOR) return { kind: "visitor", scopes };
  return session ? { kind: "person", id: sub, session, scopes } : null;
}
