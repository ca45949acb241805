import { SECOND_MS } from "@/lib/values/time";

/** How long a password is remembered for the next page. */
const REMEMBERED_MS = 30 * SECOND_MS;
let remembered: string | null = null;

/**
 * Remembers the password of a sign-in for a moment, because the next page may need it again: a one-time password
 * has to be replaced.
 */
export function rememberTypedPassword(password: string): void {
  remembered = password;
  setTimeout(forgetTypedPassword, REMEMBERED_MS);
}

/** Returns the password that was just used to sign in, or null without one. */
export const readTypedPassword = () => remembered;

/** Forgets the password. */
export function forgetTypedPassword(): void {
  remembered = null;
}
