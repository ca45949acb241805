import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { now } from "../clock";
import { ALL_SCOPES, type Scope } from "../scopes";
import { authSecret } from "../secret";
import { MINUTE_MS } from "../time";

/** How long a browser token is good for, in milliseconds. */
const TOKEN_MS = 10 * MINUTE_MS;
const PREFIX = "web_";

/** The subject of a visitor's token; every other subject is a member of staff. */
export const VISITOR = "visitor";

const Payload = z.object({
  sub: z.string(),
  session: z.optional(z.string()),
  scopes: z.array(z.enum(ALL_SCOPES)),
  exp: z.number(),
});

/** What a token says: a visitor, or a person and the id of the session in which the token was minted. */
type Claims = { scopes: readonly Scope[] } & ({ sub: typeof VISITOR } | { sub: string; session: string });

/** Mints the short-lived bearer token with which the site's own pages call `/v1`. */
export function mintBrowserToken(claims: Claims): {
  token: string;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
} {
  const expiresAt = now() + TOKEN_MS;
  const payload = Buffer.from(JSON.stringify({ ...claims, exp: expiresAt })).toString("base64url");
  return { token: `${PREFIX}${payload}.${sign(payload).toString("base64url")}`, expiresAt };
}

/** Whether a credential claims to be a browser token. */
export function isBrowserToken(credential: string): boolean {
  return credential.startsWith(PREFIX);
}

/** What a token of this site says, without its time. */
type Verified = Omit<z.infer<typeof Payload>, "exp">;

/** Reads a token that this site minted; null when it is forged, mangled or expired. */
export function verifyBrowserToken(token: string): Verified | null {
  const [, payload = "", signature = ""] = /^web_([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const [expected, given] = [sign(payload), Buffer.from(signature, "base64url")];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  const { exp, ...verified } = Payload.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return exp > now() ? verified : null;
}

function sign(payload: string): Buffer {
  // The label keeps this signature apart from others that the same secret makes.
  return createHmac("sha256", authSecret()).update(`browser-token:${payload}`).digest();
}
