import "server-only";
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { authSecret } from "../../process/auth-secret";

/**
 * Returns the secret in the link to an application's private page. It is derived from the id, so every e-mail can link
 * to it although only its hash is stored.
 */
export function secretOf(id: string): string {
  // The prefix separates this signature from others made with the same secret.
  return createHmac("sha256", authSecret()).update(`application:${id}`).digest("base64url");
}

/** Returns the hash of a secret, which is what is stored. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash("sha256", secret, "buffer"));
}

/**
 * A hash that no secret has. If there is no application, this is compared instead, so that the answer takes as long as
 * for a wrong secret.
 */
const NO_HASH = new Uint8Array(32);

/** Whether a secret has the stored hash. Takes constant time. */
export function fitsHash(secret: string, stored: Uint8Array = NO_HASH): boolean {
  const given = hashSecret(secret);
  return given.length === stored.length && timingSafeEqual(given, stored);
}
