/** SQLSTATE classes and codes, Prisma codes and socket errors that mean "the database is not there right now". */
const UNAVAILABLE_CODES =
  /^(08...|57P0[1-5]|57014|53...|55P03|25P03|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024)$/;
const UNAVAILABLE_KINDS =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError)$/;
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Cannot use a pool after/i;

/** Whether an error says that the database is away or overloaded, so that the same request may well succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error, depth = 0; typeof cause === "object" && cause !== null && depth < 5; depth++) {
    const { code, message, kind, name, meta, originalCode } = cause as Record<string, unknown>;
    if ([code, originalCode].some((value) => typeof value === "string" && UNAVAILABLE_CODES.test(value))) return true;
    if ([kind, name].some((value) => typeof value === "string" && UNAVAILABLE_KINDS.test(value))) return true;
    if (typeof message === "string" && UNAVAILABLE_TEXT.test(message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
    cause =
      (cause as { cause?: unknown }).cause ??
      (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  }
  return false;
}

/** The error of a queue that is full, with the SQLSTATE that PostgreSQL has for it (53300). */
export function tooBusy(): Error {
  return Object.assign(new Error("too much waits for the database"), { code: "53300" });
}
