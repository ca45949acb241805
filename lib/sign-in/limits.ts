import "server-only";
import { createHash } from "node:crypto";
import { addressBlocks } from "../http/client-address";
import { addressLimits, type WindowLimit } from "../limits/window-store";
import { MINUTE_SECONDS } from "../values/time";

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

/** Returns the limit on wrong current passwords when a person changes their password. */
export function passwordChangeLimit(personId: string): WindowLimit {
  return { subject: `password:${personId}`, limit: 10, windowSeconds: QUARTER_HOUR_SECONDS };
}

/**
 * Returns the limits for requesting a link to a new password. They are charged even for an e-mail address that nobody
 * has.
 */
export function forgottenLimits(email: string, address: string): WindowLimit[] {
  const hour = 60 * MINUTE_SECONDS;
  return [
    ...addressLimits(address, (block) => `forgotten:address:${block}`, 10, hour),
    { subject: `forgotten:email:${emailHash(email)}`, limit: 3, windowSeconds: hour },
  ];
}

/** Returns the limit for choosing a password with a link. Nobody can guess a link, but each attempt is slow. */
export function linkLimits(address: string): WindowLimit[] {
  return addressLimits(address, (block) => `link:address:${block}`, 20, QUARTER_HOUR_SECONDS);
}

/** Returns the limit for asking whose link it is. Nobody can guess a link, but each look-up reads the database. */
export function linkOwnerLimits(address: string): WindowLimit[] {
  return addressLimits(address, (block) => `link-owner:address:${block}`, 60, QUARTER_HOUR_SECONDS);
}

/**
 * Returns a hash to store instead of an e-mail address, because people sometimes type their password into that field.
 */
export function emailHash(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}
