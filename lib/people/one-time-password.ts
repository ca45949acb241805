import "server-only";
import { randomInt } from "node:crypto";
import { now } from "../process/clock";
import { settings } from "../process/settings";
import { HOUR_MS } from "../values/time";
import { hashPassword } from "./password-hashing";

/** No characters that look alike: people type this from a terminal or a note. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A one-time password, in plain text and as Better Auth stores it, and when it expires. */
type NewSecret = { password: string; hash: string; expiresAt: Date };

/** Makes a one-time password: 20 characters of a 31-character alphabet, 99 random bits. */
export async function newOneTimePassword(): Promise<NewSecret> {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const password = Array.from({ length: GROUPS }, group).join("-");
  const expiresAt = new Date(now() + settings().ONE_TIME_PASSWORD_HOURS * HOUR_MS);
  return { password, hash: await hashPassword(password), expiresAt };
}
