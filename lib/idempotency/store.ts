import "server-only";
import type { Db } from "../database/client";
import { inTransaction, type Transaction } from "../database/transaction";
import { conflict, DomainError } from "../domain";
import { now } from "../process/clock";
import { DAY_MS } from "../values/time";

/** The fingerprint is the SHA-256 of the path parameters and the body. */
export type IdempotencyKey = { owner: string; key: string; fingerprint: Uint8Array<ArrayBuffer> };

/** `location` is a path, `etag` the version of what was created. */
export type StoredAnswer = { status: number; body: string; location: string | null; etag: bigint | null };

const STORED_MS = DAY_MS;
/** In characters. */
const MAX_BODY_LENGTH = 65_536;

/**
 * Performs a request and stores its answer with its key, in one transaction. For a day, a repeat gets the stored
 * answer. The body of a secret answer is not stored.
 * @throws DomainError conflict while another request with the key runs, and after one whose answer is secret;
 * idempotency_key_reused when an earlier one had another body
 */
export async function withIdempotencyKey(
  { owner, key, fingerprint }: IdempotencyKey,
  perform: (tx: Transaction) => Promise<StoredAnswer>,
  isSecret = false,
): Promise<StoredAnswer & { isReplayed: boolean }> {
  return inTransaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`${owner} ${key}`}, 0)) AS taken`;
    if (!lock?.taken) {
      const message = "A request with this Idempotency-Key is still running. Try again in a second";
      throw new DomainError("conflict", message, 1);
    }
    const where = { owner_key: { owner, key } };
    const earlier = await tx.idempotencyKey.findUnique({ where });
    if (earlier && earlier.createdAt.getTime() > now() - STORED_MS) {
      if (!Buffer.from(earlier.fingerprint).equals(fingerprint)) {
        throw new DomainError("idempotency_key_reused", "This Idempotency-Key was used with another body");
      }
      if (isSecret) throw conflict(SECRET);
      const { status, body, location, etag } = earlier;
      return { status, body, location, etag, isReplayed: true };
    }
    const { status, body, location, etag } = await perform(tx);
    if (body.length > MAX_BODY_LENGTH) throw new RangeError("the answer is too long to store");
    const stored = isSecret ? "" : body;
    const entry = { fingerprint, status, body: stored, location, etag, createdAt: new Date(now()) };
    await tx.idempotencyKey.upsert({ where, create: { owner, key, ...entry }, update: entry });
    return { status, body, location, etag, isReplayed: false };
  });
}

const SECRET =
  "An earlier request with this Idempotency-Key was successful. Its answer has a secret, and is not stored";

/** Returns how many answers were deleted. */
export function deleteOldAnswers(tx: Db, maxRows: number): Promise<number> {
  const end = new Date(now() - STORED_MS);
  return tx.$executeRaw`
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM idempotency_keys WHERE created_at < ${end} ORDER BY created_at LIMIT ${maxRows}
    ))`;
}
