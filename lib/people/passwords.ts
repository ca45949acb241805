import "server-only";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { hashPassword as hash, verifyPassword as verify } from "better-auth/crypto";
import { Semaphore } from "../concurrency/capacity";
import { now } from "../process/clock";
import { settings } from "../process/settings";
import { singleton } from "../process/singleton";
import { HOUR_MS } from "../values/time";

/** A hash keeps a processor busy for some 0.2 s. Pages need them too, so at most half of the processors hash. */
const SLOTS = {
  maxTaken: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  maxWaiting: 32,
  maxWaitMs: 10_000,
};
const slots = singleton("people.password-hashing", () => new Semaphore(SLOTS));

/** @throws the error of a full queue (`tooBusy`) */
export const hashPassword = (password: string): Promise<string> => slots.within(() => hash(password));

/** @throws the error of a full queue (`tooBusy`) */
export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  slots.within(() => verify(given));

/** No characters that look alike: people type this from a terminal or a note. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

type NewSecret = { password: string; hash: string; expiresAt: Date };

/** Makes a one-time password: 20 characters of a 31-character alphabet, 99 random bits. */
export async function newOneTimePassword(): Promise<NewSecret> {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const password = Array.from({ length: GROUPS }, group).join("-");
  const expiresAt = new Date(now() + settings().ONE_TIME_PASSWORD_HOURS * HOUR_MS);
  return { password, hash: await hashPassword(password), expiresAt };
}
