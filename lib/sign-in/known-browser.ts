import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { authSecret } from "../secret";
import { accountHash } from "./limits";

/** How long a browser stays known after signing in, in seconds. */
const KNOWN_SECONDS = 180 * 86_400;

/**
 * Reads the id of a browser that has signed in with this account before; null for any other. It opens nothing: it only
 * lets the tries of this browser be counted by themselves.
 */
export function readKnownBrowser(cookies: string | null, email: string): string | null {
  const name = cookieName(email);
  const value = cookies?.split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
  const [, id = "", signature = ""] = /=([\w-]{16})\.([\w-]{43})$/.exec(value ?? "") ?? [];
  const [expected, given] = [sign(email, id), Buffer.from(signature, "base64url")];
  return id && expected.length === given.length && timingSafeEqual(expected, given) ? id : null;
}

/** The Set-Cookie that makes a browser known to an account. */
export function knownBrowserCookie(email: string, { secure }: { secure: boolean }): string {
  const id = randomBytes(12).toString("base64url");
  const value = `${id}.${sign(email, id).toString("base64url")}`;
  const attributes = `Path=/api/auth; Max-Age=${KNOWN_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${cookieName(email)}=${value}; ${attributes}`;
}

/** One cookie for each account: colleagues share browsers. */
const cookieName = (email: string) => `known-browser-${accountHash(email)}`;

function sign(email: string, id: string): Buffer {
  // The label keeps this signature apart from others that the same secret makes.
  return createHmac("sha256", authSecret()).update(`known-browser:${email}:${id}`).digest();
}
