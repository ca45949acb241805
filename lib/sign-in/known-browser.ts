import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { authSecret } from "../process/auth-secret";
import { DAY_SECONDS } from "../values/time";
import { emailHash } from "./limits";

/** How long a browser stays known after a sign-in. */
const KNOWN_SECONDS = 180 * DAY_SECONDS;

/**
 * Reads the id of a browser in which this person has signed in before. Returns null for any other browser. It grants no
 * access, but gives the attempts of this browser their own limit.
 */
export function readKnownBrowser(cookies: string | null, email: string): string | null {
  const name = cookieName(email);
  const value = cookies?.split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
  const [, id = "", signature = ""] = /=([\w-]{16})\.([\w-]{43})$/.exec(value ?? "") ?? [];
  const [expected, given] = [sign(email, id), Buffer.from(signature, "base64url")];
  return id && expected.length === given.length && timingSafeEqual(expected, given) ? id : null;
}

/** Returns the Set-Cookie header that makes a browser known for a person. */
export function knownBrowserCookie(email: string, { secure }: { secure: boolean }): string {
  const id = randomBytes(12).toString("base64url");
  const value = `${id}.${sign(email, id).toString("base64url")}`;
  const attributes = `Path=/api/auth; Max-Age=${KNOWN_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${cookieName(email)}=${value}; ${attributes}`;
}

/** Returns the name of the cookie for a person. Each has one, because colleagues share browsers. */
const cookieName = (email: string) => `known-browser-${emailHash(email)}`;

function sign(email: string, id: string): Buffer {
  // The prefix separates this signature from others made with the same secret.
  return createHmac("sha256", authSecret()).update(`known-browser:${email}:${id}`).digest();
}
