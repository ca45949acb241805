import "server-only";
import { createHash } from "node:crypto";
import { addressBlock } from "../http/client-address";

/** So many failed tries within so many seconds. */
export type SignInLimit = { subject: string; limit: number; seconds: number };

const MINUTE = 60;
const QUARTER = 15 * MINUTE;

type SignInTry = {
  email: string;
  /** Address of the client, or "unknown". */
  address: string;
  /** The browser has signed in with this account before. */
  browser: string | null;
  /** The account has a one-time password: too random to be guessed. */
  oneTime: boolean;
};

/**
 * The limits that a try to sign in is charged to, narrow ones first. The limit of an account as a whole stops those who
 * guess from many addresses. It must not lock a person out for good, so it leaves two ways in: browsers that the person
 * has signed in with before are counted by themselves, and a one-time password from an admin works in any browser.
 */
export function limitsOf({ email, address, browser, oneTime }: SignInTry): SignInLimit[] {
  if (browser !== null) return [{ subject: `browser:${browser}`, limit: 10, seconds: QUARTER }];
  const [account, block] = [accountHash(email), addressBlock(address)];
  return [
    // Where nobody knows the address, everybody would share it.
    ...(address === "unknown" ? [] : [{ subject: `address:${block}`, limit: 10, seconds: MINUTE }]),
    { subject: `account:${account}:${block}`, limit: 10, seconds: QUARTER },
    ...(oneTime ? [] : [{ subject: `account:${account}`, limit: 20, seconds: QUARTER }]),
  ];
}

/** The limit of tries to name the current password when it is changed. */
export function passwordChangeLimit(personId: string): SignInLimit {
  return { subject: `password:${personId}`, limit: 10, seconds: QUARTER };
}

/** Stands for an e-mail address where the address itself should not be stored: what was typed may be a password. */
export function accountHash(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}
