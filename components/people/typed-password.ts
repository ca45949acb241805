import { SECOND_MS } from "@/lib/time";

/** How long a password is kept for the page that follows. */
const KEPT_MS = 30 * SECOND_MS;
let kept: string | null = null;

/** Keeps the password of a sign-in in memory for a moment: a one-time password is needed again on the next page. */
export function keepTypedPassword(password: string): void {
  kept = password;
  setTimeout(forgetTypedPassword, KEPT_MS);
}

/** The password of the sign-in that has just been; null without one. */
export const readTypedPassword = () => kept;

/** Forgets it. */
export function forgetTypedPassword(): void {
  kept = null;
}
