import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { addressBlocks } from "../http/client-address";
import { ApiError } from "../http/errors";
import { addressLimits, type Charge, chargeAll, type WindowLimit } from "../limits/window-store";
import { isSigned, signatureOf } from "../process/settings";
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "../values/time";
import { timeWords } from "../values/time-words";

const QUARTER_HOUR_SECONDS = 15 * MINUTE_SECONDS;

type SignInTry = {
  email: string;
  /** The client's IP address, or "unknown". */
  address: string;
  /** The id of a browser in which this person has signed in before, or null for any other browser. */
  browser: string | null;
  /** Whether the person has a one-time password, which is too random to guess. */
  hasOneTimePassword: boolean;
};

/**
 * Returns the limits that an attempt to sign in is charged to, narrow ones first. The limit by e-mail address alone
 * stops guessing from many IP addresses. It must not lock the person out permanently, so there are two exceptions: a
 * known browser has its own limit, and a one-time password from an admin works in any browser.
 */
export function signInLimits({ email, address, browser, hasOneTimePassword }: SignInTry): WindowLimit[] {
  if (browser !== null) return [{ subject: `browser:${browser}`, limit: 10, windowSeconds: QUARTER_HOUR_SECONDS }];
  const [hash, block] = [emailHash(email), addressBlocks(address)[0].block];
  return [
    ...addressLimits(address, (block) => `address:${block}`, 10, MINUTE_SECONDS),
    { subject: `email:${hash}:${block}`, limit: 10, windowSeconds: QUARTER_HOUR_SECONDS },
    ...(hasOneTimePassword ? [] : [{ subject: `email:${hash}`, limit: 20, windowSeconds: QUARTER_HOUR_SECONDS }]),
  ];
}

export function passwordChangeLimit(personId: string): WindowLimit {
  return { subject: `password:${personId}`, limit: 10, windowSeconds: QUARTER_HOUR_SECONDS };
}

/** For requesting a link to a new password, even for an e-mail address that nobody has. */
export function forgottenLimits(email: string, address: string): WindowLimit[] {
  return [
    ...addressLimits(address, (block) => `forgotten:address:${block}`, 10, HOUR_SECONDS),
    { subject: `forgotten:email:${emailHash(email)}`, limit: 3, windowSeconds: HOUR_SECONDS },
  ];
}

/** For asking whose a link to a new password is, and for choosing one, which is slow. Nobody can guess a link. */
export const linkLimits = (address: string, kind: "link" | "link-owner") =>
  addressLimits(address, (block) => `${kind}:address:${block}`, kind === "link" ? 20 : 60, QUARTER_HOUR_SECONDS);

/** Stored instead of an e-mail address, because people sometimes type their password into that field. */
export function emailHash(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}

/** Charges an attempt to each of the limits. @throws ApiError rate_limited with Retry-After */
export async function chargeTry(limits: readonly WindowLimit[]): Promise<Charge[]> {
  const result = await chargeAll(limits);
  if ("charges" in result) return result.charges;
  const { retryAfterSeconds } = result;
  throw new ApiError("rate_limited", `Too many attempts. Try again in ${timeWords(retryAfterSeconds)}.`, {
    "Retry-After": String(retryAfterSeconds),
  });
}

const KNOWN = "known-browser";
const KNOWN_SECONDS = 180 * DAY_SECONDS;

/**
 * Reads the id of a browser in which this person has signed in before. Returns null for any other browser. It grants no
 * access, but gives the attempts of this browser their own limit.
 */
export function readKnownBrowser(cookies: string | null, email: string): string | null {
  const name = cookieName(email);
  const value = cookies?.split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
  const [, id = "", signature = ""] = /=([\w-]{16})\.([\w-]{43})$/.exec(value ?? "") ?? [];
  return id && isSigned(KNOWN, `${email}:${id}`, signature) ? id : null;
}

/** Returns the Set-Cookie header that makes a browser known for a person. */
export function knownBrowserCookie(email: string, { secure }: { secure: boolean }): string {
  const id = randomBytes(12).toString("base64url");
  const value = `${id}.${signatureOf(KNOWN, `${email}:${id}`)}`;
  const attributes = `Path=/api/auth; Max-Age=${KNOWN_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${cookieName(email)}=${value}; ${attributes}`;
}

/** Returns the name of the cookie for a person. Each has one, because colleagues share browsers. */
const cookieName = (email: string) => `${KNOWN}-${emailHash(email)}`;
