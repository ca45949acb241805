import { codeOf, isRecord } from "../values/objects";

/** The database is unavailable right now: Prisma's codes, socket errors, codes and classes of SQLSTATE. */
const UNAVAILABLE_CODES = anyOf(
  "08...", // no connection
  "53...", // out of connections, memory or disk space
  "57P0[1-5]", // shutting down, crashed, starting up, or the session was idle for too long
  "57014|55P03|25P03", // timed out: a statement, a lock, an idle transaction
  "25006|26000", // read-only, as a standby is; a prepared statement no longer exists
  "40001|40P01", // a serialization failure, a deadlock
  "ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN", // sockets and names
  "P1001|P1002|P1008|P1017", // Prisma: no connection, or a lost one
  "P2024|P2028|P2034", // Prisma: no connection or transaction in time, a conflict
);
const UNAVAILABLE_KINDS =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError|TransactionWriteConflict)$/;
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Cannot use a pool after/i;

/** Such values are always refused: SQLSTATE classes 22 and 23, and Prisma's codes for them. */
const REFUSED_CODES = /^(2[23]...|P2000|P2002|P2003|P2004|P2011|P2020)$/;

/** Such as U+0000: in text (22021) or in JSON (22P05). */
const UNSTORABLE_CODES = /^(22021|22P05)$/;

/** A read-only transaction, as on a former primary after a failover, or a prepared statement that no longer exists. */
const STALE_CODES = /^(25006|26000)$/;

/** A new connection is needed. */
export function isOfStaleConnection(error: unknown): boolean {
  return STALE_CODES.test(codeOf(error) ?? "");
}

/** The same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (hasCode(error, UNAVAILABLE_CODES)) return true;
  return causesOf(error).some((cause) => {
    const { message, kind, name } = cause;
    if ([kind, name].some((value) => typeof value === "string" && UNAVAILABLE_KINDS.test(value))) return true;
    if (typeof message === "string" && UNAVAILABLE_TEXT.test(message)) return true;
    return cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable);
  });
}

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^53100$/);
}

/** The database, or the code that encodes values for it, will never accept these values. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof RangeError || hasCode(error, REFUSED_CODES);
}

/** A string has a character that the database cannot store. */
export function isUnstorableText(error: unknown): boolean {
  return hasCode(error, UNSTORABLE_CODES);
}

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(`^(${patterns.join("|")})$`);
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return causesOf(error).some(({ code, originalCode }) =>
    [code, originalCode].some((value) => typeof value === "string" && codes.test(value)),
  );
}

function causesOf(error: unknown): Record<string, unknown>[] {
  const causes: Record<string, unknown>[] = [];
  let cause = error;
  while (isRecord(cause) && causes.length < 5) {
    causes.push(cause);
    cause = cause.cause ?? (isRecord(cause.meta) ? cause.meta.driverAdapterError : undefined);
  }
  return causes;
}
