import "server-only";
import { availableParallelism } from "node:os";
import { hashPassword as hash, verifyPassword as verify } from "better-auth/crypto";
import { Semaphore } from "../concurrency/semaphore";
import { singleton } from "../process/singleton";

/**
 * Hashing a password keeps a processor and a thread busy for some 0.2 s. Pages need both, so at most half of the
 * processors hash, and the other callers wait.
 */
const SLOTS = {
  maxTaken: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  maxWaiting: 32,
  maxWaitMs: 10_000,
};
const slots = singleton("people.password-hashing", () => new Semaphore(SLOTS));

/** Hashes a password for the database. @throws the error of a full queue (`tooBusy`) */
export const hashPassword = (password: string): Promise<string> => slots.within(() => hash(password));

/** Whether a password is the one with this hash. @throws the error of a full queue (`tooBusy`) */
export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  slots.within(() => verify(given));
