import "server-only";
import type { Transaction } from "../database/transaction";
import { fitsHash, hashSecret, secretOf } from "./secret";

/**
 * The secret of an application. After AUTH_SECRET has changed it is another one than before: it then replaces the one
 * that was given out, which cannot be known any more.
 */
export async function renewSecret(
  tx: Transaction,
  { id, secretHash }: { id: string; secretHash: Uint8Array },
): Promise<string> {
  const secret = secretOf(id);
  if (!fitsHash(secret, secretHash)) {
    await tx.application.update({ where: { id }, data: { secretHash: hashSecret(secret) }, select: { id: true } });
  }
  return secret;
}
