import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { now } from "./clock";
import { ALL_SCOPES, type Scope } from "./scopes";
import { authSecret } from "./secret";

/** How long a browser token is good for, in milliseconds. */
const TOKEN_MS = 10 * 60_000;
const PREFIX = "web_";

/** The subject of a visitor's token; every other subject is a member of staff. */
export const VISITOR = "visitor";

const Payload = z.object({ sub: z.string(), scopes: z.array(z.enum(ALL_SCOPES)), exp: z.number() });

/** Mints the short-lived bearer token with which the site's own pages call `/v1`. */
export function mintBrowserToken({ sub, scopes }: { sub: string; scopes: readonly Scope[] }): {
  token: string;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
} {
  const expiresAt = now() + TOKEN_MS;
  const payload = Buffer.from(JSON.stringify({ sub, scopes, exp: expiresAt })).toString("base64url");
  return { token: `${PREFIX}${payload}.${sign(payload).toString("base64url")}`, expiresAt };
}

/** Whether a credential claims to be a browser token. */
export function isBrowserToken(credential: string): boolean {
  return credential.startsWith(PREFIX);
}

/** Reads a token that this site minted; null when it is forged, mangled or expired. */
export function verifyBrowserToken(token: string): { sub: string; scopes: readonly Scope[] } | null {
  const [, payload = "", signature = ""] = /^web_([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const [expected, given] = [sign(payload), Buffer.from(signature, "base64url")];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  const { sub, scopes, exp } = Payload.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return exp > now() ? { sub, scopes } : null;
}

function sign(payload: string): Buffer {
  // The label keeps this signature apart from others that the same secret makes.
  return createHmac("sha256", authSecret()).update(`browser-token:${payload}`).digest();
}
