import "server-only";
import { type Db, db } from "../database/client";
import { inTransaction, type Transaction } from "../database/transaction";
import { conflict, DomainError } from "../domain";
import { now } from "../process/clock";
import { DAY_MS } from "../values/time";

/** The fingerprint is the SHA-256 of what is asked for. */
export type IdempotencyKey = { owner: string; key: string; fingerprint: Uint8Array<ArrayBuffer> };

/** `location` is a path, `etag` a version. */
export type StoredAnswer = {
  status: number;
  body: string;
  location: string | null;
  etag: bigint | null;
  changeSet: string | null;
};

type RepeatableAnswer = StoredAnswer & { isReplayed: boolean };

export const STORED_MS = DAY_MS;

/**
 * Performs a request and stores its answer with its key, in one transaction. For a day, a repeat gets the stored
 * answer. A refusal is not stored, nor the body of a secret answer.
 * @throws DomainError conflict while another request with the key runs, and what `findAnswer` throws
 */
export async function withIdempotencyKey(
  request: IdempotencyKey,
  perform: (tx: Transaction) => Promise<StoredAnswer>,
  isSecret: boolean,
  timeoutMs?: number,
): Promise<RepeatableAnswer> {
  const { owner, key, fingerprint } = request;
  return inTransaction(
    async (tx) => {
      const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`${owner} ${key}`}, 0)) AS taken`;
      if (!lock?.taken) {
        const message = "A request with this Idempotency-Key is still running. Try again in a second";
        throw new DomainError("conflict", message, 1);
      }
      const earlier = await findAnswer(request, isSecret, tx);
      if (earlier) return earlier;
      const { status, body, location, etag, changeSet } = await perform(tx);
      const answer = { status, body, location, etag, changeSet };
      if (status < 400) {
        const entry = { ...answer, body: isSecret ? "" : body, fingerprint, createdAt: new Date(now()) };
        const where = { owner_key: { owner, key } };
        await tx.idempotencyKey.upsert({ where, create: { owner, key, ...entry }, update: entry });
      }
      return { ...answer, isReplayed: false };
    },
    undefined,
    timeoutMs,
  );
}

/**
 * @throws DomainError idempotency_key_reused when the key came with another request; conflict when the answer to this
 * one has a secret
 */
export async function findAnswer(
  { owner, key, fingerprint }: IdempotencyKey,
  isSecret: boolean,
  tx: Db = db(),
): Promise<RepeatableAnswer | null> {
  const earlier = await tx.idempotencyKey.findUnique({ where: { owner_key: { owner, key } } });
  if (!earlier || earlier.createdAt.getTime() <= now() - STORED_MS) return null;
  if (!Buffer.from(earlier.fingerprint).equals(fingerprint)) {
    throw new DomainError("idempotency_key_reused", "This Idempotency-Key was used with another request or body");
  }
  if (isSecret) throw conflict(SECRET);
  const { status, body, location, etag, changeSet } = earlier;
  return { status, body, location, etag, changeSet, isReplayed: true };
}

const SECRET =
  "An earlier request with this Idempotency-Key was successful. Its answer has a secret, and is not stored";

/** Deletes the answers that contain one of these texts, or were made by one of these change sets. */
export function forgetAnswers(tx: Db, texts: readonly string[], changeSets: readonly bigint[]): Promise<number> {
  const patterns = texts.map((text) => `%${text}%`);
  return tx.$executeRaw`
    DELETE FROM idempotency_keys
    WHERE body LIKE ANY (${patterns}::text[]) OR change_set = ANY (${changeSets.map(String)}::text[])`;
}
