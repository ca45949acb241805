import "server-only";
import type { Transaction } from "../../database/transaction";
import { fitsHash, hashSecret, secretOf } from "./secret";

/**
 * Returns the secret of an application. If AUTH_SECRET has changed, this stores the hash of the new secret, and the old
 * link stops working.
 */
export async function renewSecret(tx: Transaction, application: WithSecretHash): Promise<string> {
  await renewSecrets(tx, [application]);
  return secretOf(application.id);
}

/** An application, and the stored hash of its secret. */
type WithSecretHash = { id: string; secretHash: Uint8Array };

/** Like `renewSecret`, for several applications. Returns the secrets in the same order. */
export async function renewSecrets(tx: Transaction, applications: readonly WithSecretHash[]): Promise<string[]> {
  const derived = applications.map(({ id, secretHash }) => ({ id, secretHash, secret: secretOf(id) }));
  const stale = derived.filter(({ secret, secretHash }) => !fitsHash(secret, secretHash));
  if (stale.length > 0) {
    const [ids, hashes] = [stale.map(({ id }) => id), stale.map(({ secret }) => hex(hashSecret(secret)))];
    await tx.$executeRaw`
      UPDATE applications SET secret_hash = decode(renewed.hash, 'hex')
      FROM unnest(${ids}::uuid[], ${hashes}::text[]) AS renewed (id, hash) WHERE applications.id = renewed.id`;
  }
  return derived.map(({ secret }) => secret);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
