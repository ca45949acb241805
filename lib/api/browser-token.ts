import "server-only";
import * as z from "zod/mini";
import type { Role } from "../people/schema";
import { now } from "../process/clock";
import { isSigned, signatureOf } from "../process/settings";
import { ALL_SCOPES, type Scope } from "../scopes";
import { MINUTE_MS } from "../values/time";

const TOKEN_MS = 10 * MINUTE_MS;
const PREFIX = "web_";
const PURPOSE = "browser-token";

/** Every other subject is the id of a person. */
export const VISITOR = "visitor";

const Payload = z.object({
  sub: z.string(),
  session: z.optional(z.string()),
  scopes: z.array(z.enum(ALL_SCOPES)),
  exp: z.number(),
});

/** The token ends with the session. */
type Claims = { scopes: readonly Scope[] } & ({ sub: typeof VISITOR } | { sub: string; session: string });

export const VISITOR_SCOPES: readonly Scope[] = ["pets:read", "applications:create"];

const STAFF_SCOPES = ALL_SCOPES.filter((scope) => scope !== "admin");

export function personScopes(role: Role): readonly Scope[] {
  return role === "admin" ? ALL_SCOPES : STAFF_SCOPES;
}

/** Makes the short-lived bearer token that the site's own pages use to call `/v1`. */
export function mintBrowserToken(claims: Claims): {
  token: string;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
} {
  const expiresAt = now() + TOKEN_MS;
  const payload = Buffer.from(JSON.stringify({ ...claims, exp: expiresAt })).toString("base64url");
  return { token: `${PREFIX}${payload}.${signatureOf(PURPOSE, payload)}`, expiresAt };
}

export function isBrowserToken(credential: string): boolean {
  return credential.startsWith(PREFIX);
}

type Verified = Omit<z.infer<typeof Payload>, "exp">;

/** Returns null if the token is forged, malformed or expired. */
export function verifyBrowserToken(token: string): Verified | null {
  const [, payload = "", signature = ""] = /^web_([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (!isSigned(PURPOSE, payload, signature)) return null;
  const { exp, ...verified } = Payload.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return exp > now() ? verified : null;
}
