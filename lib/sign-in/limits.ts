import "server-only";
import { createHash } from "node:crypto";
import { addressBlock } from "../http/client-address";
import type { WindowLimit } from "../limits/window-store";

const MINUTE_SECONDS = 60;
const QUARTER_HOUR_SECONDS = 15 * MINUTE_SECONDS;

type SignInTry = {
  email: string;
  /** Address of the client, or "unknown". */
  address: string;
  /** Id of a browser in which this person has signed in before; null for any other browser. */
  browser: string | null;
  /** The person has a one-time password, which is too random to guess. */
  oneTime: boolean;
};

/**
 * The limits that a try to sign in is charged to, narrow ones first. The limit by e-mail address alone stops guessing
 * from many addresses. It must not lock the person out permanently, so there are two exceptions: a known browser has
 * its own limit, and a one-time password from an admin works in any browser.
 */
export function signInLimits({ email, address, browser, oneTime }: SignInTry): WindowLimit[] {
  if (browser !== null) return [{ subject: `browser:${browser}`, limit: 10, windowSeconds: QUARTER_HOUR_SECONDS }];
  const [hash, block] = [emailHash(email), addressBlock(address)];
  return [
    // All clients with an unknown address would share one limit.
    ...(address === "unknown" ? [] : [{ subject: `address:${block}`, limit: 10, windowSeconds: MINUTE_SECONDS }]),
    { subject: `email:${hash}:${block}`, limit: 10, windowSeconds: QUARTER_HOUR_SECONDS },
    ...(oneTime ? [] : [{ subject: `email:${hash}`, limit: 20, windowSeconds: QUARTER_HOUR_SECONDS }]),
  ];
}

/** The limit on wrong current passwords when a person changes their password. */
export function passwordChangeLimit(personId: string): WindowLimit {
  return { subject: `password:${personId}`, limit: 10, windowSeconds: QUARTER_HOUR_SECONDS };
}

/** The limits of asking for a link to a new password. They are charged for addresses of nobody too. */
export function forgottenLimits(email: string, address: string): WindowLimit[] {
  const hour = 60 * MINUTE_SECONDS;
  return [
    ...(address === "unknown"
      ? []
      : [{ subject: `forgotten:address:${addressBlock(address)}`, limit: 10, windowSeconds: hour }]),
    { subject: `forgotten:email:${emailHash(email)}`, limit: 3, windowSeconds: hour },
  ];
}

/** The limit of choosing a password with a link: nobody guesses a link, but each try takes a while. */
export function linkLimits(address: string): WindowLimit[] {
  return address === "unknown"
    ? []
    : [{ subject: `link:address:${addressBlock(address)}`, limit: 20, windowSeconds: QUARTER_HOUR_SECONDS }];
}

/** Replaces an e-mail address where it must not be stored: people sometimes type their password into that field. */
export function emailHash(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}
