import { SECOND_MS } from "@/lib/values/time";

/** How long a password is kept for the next page. */
const KEPT_MS = 30 * SECOND_MS;
let kept: string | null = null;

/**
 * Keeps the password of a sign-in in memory for a moment, because the next page may need it again: a one-time password
 * has to be replaced.
 */
export function keepTypedPassword(password: string): void {
  kept = password;
  setTimeout(forgetTypedPassword, KEPT_MS);
}

/** Returns the password that was just used to sign in, or null without one. */
export const readTypedPassword = () => kept;

export function forgetTypedPassword(): void {
  kept = null;
}
