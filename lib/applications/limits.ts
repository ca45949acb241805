import "server-only";
import { createHmac } from "node:crypto";
import { addressBlock } from "../http/client-address";
import type { WindowLimit } from "../limits/window-store";
import { authSecret } from "../secret";
import type { NewApplication } from "./schema";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** More than `usual` applications are suspicious; more than `limit` are refused. */
export type ApplicationLimit = WindowLimit & { usual: number };

/**
 * The limits that a visitor's application is charged to. The one by animal refuses late: otherwise a few addresses could
 * keep everybody else from asking for that animal.
 */
export function applicationLimits(
  { email, petId }: Pick<NewApplication, "email" | "petId">,
  address: string,
): ApplicationLimit[] {
  const byAddress = { usual: 5, limit: 20, windowSeconds: HOUR_SECONDS };
  return [
    // All clients with an unknown address would share one limit.
    ...(address === "unknown" ? [] : [{ subject: `apply:address:${addressBlock(address)}`, ...byAddress }]),
    { subject: emailSubject(email), usual: 5, limit: 20, windowSeconds: DAY_SECONDS },
    { subject: `apply:pet:${petId}`, usual: 30, limit: 300, windowSeconds: HOUR_SECONDS },
  ];
}

/** Under what an applicant's e-mail address is counted: without the secret, nobody can find out whose it is. */
export function emailSubject(email: string): string {
  const keyed = createHmac("sha256", authSecret()).update(`apply:email:${email.toLowerCase()}`);
  return `apply:email:${keyed.digest("base64url").slice(0, 22)}`;
}
