import "server-only";
import { UNKNOWN_ADDRESSES } from "../audit/labels";
import { recordAudit } from "../audit/store";
import { db } from "../database/client";
import { countUp } from "../limits/window-store";
import { recordLastSignIn, type SignInState } from "../people/session-store";
import { HOUR_SECONDS } from "../values/time";

const FAILURE_WINDOW_SECONDS = HOUR_SECONDS;

/** Records that a person signed in. */
export async function recordSignIn(email: string, address: string): Promise<void> {
  await recordAudit({ actor: email, action: "person.sign_in", subject: email, details: from(address) });
  await recordLastSignIn(email);
}

/** Records that a person ended other sessions of their own: all, or some of them. */
export async function recordSignOutElsewhere(email: string, isPart: boolean): Promise<void> {
  const action = isPart ? "person.sign_out_device" : "person.sign_out_elsewhere";
  await recordAudit({ actor: email, action, subject: email, details: {} });
}

/** Records that a person signed out. */
export async function recordSignOut(email: string): Promise<void> {
  await recordAudit({ actor: email, action: "person.sign_out", subject: email, details: {} });
}

/**
 * Records wrong passwords, but not all of them, so that a stranger cannot flood the audit: the first, tenth, hundredth
 * (and so on) of an hour, for each person and for all unknown e-mail addresses together. An unknown address is not
 * stored, because it may be a password that was typed into the wrong field.
 */
export async function recordFailedSignIn(person: SignInState | null, address: string): Promise<void> {
  const tries = await countUp(db(), `failures:${person?.id ?? "unknown"}`, FAILURE_WINDOW_SECONDS);
  if (!/^10*$/.test(String(tries))) return;
  await recordAudit({
    actor: "somebody",
    action: "person.sign_in_failed",
    subject: person?.email ?? UNKNOWN_ADDRESSES,
    details: { ...from(address), ...(tries > 1 && { "tries within an hour": tries }) },
  });
}

const from = (address: string): { from?: string } => (address === "unknown" ? {} : { from: address });
