import "server-only";
import { createHmac } from "node:crypto";
import { addressBlock } from "../../http/client-address";
import type { WindowLimit } from "../../limits/window-store";
import { authSecret } from "../../process/auth-secret";
import { settings } from "../../process/settings";
import { DAY_SECONDS, HOUR_SECONDS } from "../../values/time";
import type { NewApplication, Suspicion } from "../schema";

/**
 * Applications are counted `by` what they have in common. More than `usual` are suspicious, and more than `limit` are
 * refused.
 */
type ApplicationLimit = WindowLimit & { usual: number; by: Suspicion };

/** A limit that never refuses. */
const NEVER = 1_000_000_000;

/**
 * Returns the limits that a visitor's application is charged to. The one by animal never refuses: otherwise, somebody
 * with many IP addresses could keep everybody else from applying for that animal.
 */
export function applicationLimits(
  { email, petId }: Pick<NewApplication, "email" | "petId">,
  address: string,
): ApplicationLimit[] {
  const byAddress = { by: "address", usual: 5, limit: 20, windowSeconds: HOUR_SECONDS } as const;
  return [
    // Not for an unknown IP address: all such clients would share one limit.
    ...(address === "unknown" ? [] : [{ subject: addressSubject(address), ...byAddress }]),
    { subject: emailSubject(email), by: "mailbox", usual: 5, limit: 20, windowSeconds: DAY_SECONDS },
    { subject: `apply:pet:${petId}`, by: "animal", usual: 30, limit: NEVER, windowSeconds: HOUR_SECONDS },
  ];
}

/**
 * Returns the limit of receipts to all applicants together, so that the form cannot be used to send mail to strangers.
 */
export const receiptLimit = (): WindowLimit => ({
  subject: "apply:receipts",
  limit: settings().RECEIPTS_PER_HOUR,
  windowSeconds: HOUR_SECONDS,
});

/** Returns the subject under which an e-mail address is counted. */
export const emailSubject = (email: string) => keyed("apply:email", mailbox(email));
/** Returns the subject under which an IP address is counted. */
export const addressSubject = (address: string) => keyed("apply:address", addressBlock(address));

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
