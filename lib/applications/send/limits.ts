import "server-only";
import { createHmac } from "node:crypto";
import { addressBlock } from "../../http/client-address";
import type { WindowLimit } from "../../limits/window-store";
import { authSecret } from "../../process/auth-secret";
import { settings } from "../../process/settings";
import { DAY_SECONDS, HOUR_SECONDS } from "../../values/time";
import type { Suspicion } from "../schema";

/**
 * Applications are counted `by` what they have in common. More than `usual` are suspicious, and more than `limit` are
 * refused.
 */
type ApplicationLimit = WindowLimit & { usual: number; by: Suspicion };

/**
 * Returns the limits that a visitor's application is charged to. A mailbox is only counted together with the IP
 * address: anybody can give the e-mail address of somebody else, and must not bury or block that person's application.
 */
export function applicationLimits(email: string, address: string): ApplicationLimit[] {
  // Not for an unknown IP address: all such clients would share one limit.
  if (address === "unknown") return [];
  const [usual, limit] = [5, 20];
  return [
    { subject: addressSubject(address), by: "address", usual, limit, windowSeconds: HOUR_SECONDS },
    { subject: mailboxSubject(email, address), by: "mailbox", usual, limit, windowSeconds: DAY_SECONDS },
  ];
}

/** More applications for one animal in an hour are suspicious. Those that are suspicious anyway do not count. */
export const USUAL_FOR_ANIMAL = 30;
export const animalSubject = (petId: bigint) => `apply:pet:${petId}`;

/**
 * Returns the limits of receipts, to one mailbox and to all applicants together, so that the form cannot be used to
 * send mail to strangers.
 */
export const receiptLimits = (email: string): WindowLimit[] => [
  { subject: receiptSubject(email), limit: 5, windowSeconds: DAY_SECONDS },
  { subject: "apply:receipts", limit: settings().RECEIPTS_PER_HOUR, windowSeconds: HOUR_SECONDS },
];

/** Returns the subject under which the receipts to a mailbox are counted. */
export const receiptSubject = (email: string) => keyed("apply:receipt", mailbox(email));
/** Returns the subject under which an IP address is counted. */
export const addressSubject = (address: string) => keyed("apply:address", addressBlock(address));
/** Returns the subject under which a mailbox is counted together with an IP address. */
export const mailboxSubject = (email: string, address: string) =>
  keyed("apply:mailbox", `${mailbox(email)} ${addressBlock(address)}`);

/** Returns a subject with an HMAC of what it is about, so that nobody without the secret can recover that. */
function keyed(kind: string, about: string): string {
  const hmac = createHmac("sha256", authSecret()).update(`${kind}:${about}`);
  return `${kind}:${hmac.digest("base64url").slice(0, 22)}`;
}

/** Domains that deliver to the same mailbox with and without dots. */
const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns an e-mail address in the form that is counted. One mailbox has many addresses: most servers ignore what
 * follows a plus sign, and Gmail ignores dots.
 */
function mailbox(email: string): string {
  const [, local = "", domain = ""] = /^(.*)@(.*)$/.exec(email.toLowerCase()) ?? [];
  const name = local.replace(/(.)\+.*$/, "$1");
  return DOTLESS.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
