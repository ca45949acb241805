import "server-only";
import { addressBlocks } from "../http/client-address";
import { addressLimits, type WindowLimit } from "../limits/window-store";
import { now } from "../process/clock";
import { isSigned, settings, signatureOf } from "../process/settings";
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from "../values/time";
import { MIN_FILL_MS } from "./form";
import type { Suspicion } from "./schema";

/** Applications are counted `by` what they have in common. More than a quarter of `limit` are suspicious. */
type ApplicationLimit = WindowLimit & { by: Suspicion };
const LIMIT = 20;
export const isUnusual = (count: number, limit: number) => count > limit / 4;

/**
 * A mailbox is only counted together with the IP address: anybody can give the e-mail address of somebody else, and
 * must not bury or block that person's application.
 */
export function applicationLimits(email: string, address: string): ApplicationLimit[] {
  const byAddress = addressLimits(address, addressSubject, LIMIT, HOUR_SECONDS);
  if (byAddress.length === 0) return [];
  return [
    ...byAddress.map((limit) => ({ ...limit, by: "address" as const })),
    { subject: mailboxSubject(email, address), by: "mailbox", limit: LIMIT, windowSeconds: DAY_SECONDS },
  ];
}

/** More applications for one animal in an hour are suspicious. Those that are suspicious anyway do not count. */
export const USUAL_FOR_ANIMAL = 30;
export const animalSubject = (petId: bigint) => `apply:pet:${petId}`;

/** To one mailbox, and to all together, so that the form cannot be used to send mail to strangers. */
export const receiptLimits = (email: string): WindowLimit[] => [
  { subject: receiptSubject(email), limit: 5, windowSeconds: DAY_SECONDS },
  { subject: "apply:receipts", limit: settings().RECEIPTS_PER_HOUR, windowSeconds: HOUR_SECONDS },
];

export const receiptSubject = (email: string) => keyed("apply:receipt", mailbox(email));
export const addressSubject = (block: string) => keyed("apply:address", block);
export const mailboxSubject = (email: string, address: string) =>
  keyed("apply:mailbox", `${mailbox(email)} ${addressBlocks(address)[0].block}`);

/** Returns a subject with an HMAC of what it is about, so that nobody without the secret can recover that. */
const keyed = (kind: string, about: string) => `${kind}:${signatureOf(kind, about).slice(0, 22)}`;

/** Domains that deliver to the same mailbox with and without dots. */
const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/** One mailbox has many addresses: most servers ignore what follows a plus sign, and Gmail ignores dots. */
function mailbox(email: string): string {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const name = local.replace(/(.)\+.*/, "$1");
  return DOTLESS.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

const MAX_FILL_MS = DAY_MS;
const FORM = "application-form";

export function formToken(at = now()): string {
  const time = at.toString(36);
  return `${time}.${signatureOf(FORM, time)}`;
}

/** Whether we signed this token, and the form came back after 3 seconds to a day, as a person's would. */
export function isPlausible(token: string | undefined): boolean {
  const [, time = "", signature = ""] = /^([\da-z]{1,11})\.([\w-]{43})$/.exec(token ?? "") ?? [];
  if (!isSigned(FORM, time, signature)) return false;
  const age = now() - Number.parseInt(time, 36);
  return age >= MIN_FILL_MS && age <= MAX_FILL_MS;
}
