import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { authSecret } from "../../process/auth-secret";
import { now } from "../../process/clock";
import { DAY_MS } from "../../values/time";
import { MIN_FILL_MS } from "./fill-time";

const MAX_FILL_MS = DAY_MS;

/** Returns the signed time at which a form was made, now by default. The form sends it back. */
export function formToken(at = now()): string {
  const time = at.toString(36);
  return `${time}.${sign(time)}`;
}

/** Whether we signed this token, and the form came back after 3 seconds to a day, as a person's would. */
export function isPlausible(token: string | undefined): boolean {
  const [, time = "", signature = ""] = /^([\da-z]{1,11})\.([\w-]{43})$/.exec(token ?? "") ?? [];
  const [expected, given] = [Buffer.from(sign(time)), Buffer.from(signature)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  const age = now() - Number.parseInt(time, 36);
  return age >= MIN_FILL_MS && age <= MAX_FILL_MS;
}

function sign(time: string): string {
  // The prefix separates this signature from others made with the same secret.
  return createHmac("sha256", authSecret()).update(`application-form:${time}`).digest("base64url");
}
