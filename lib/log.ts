type Fields = Record<string, string | number | boolean | undefined>;

/** Writes one JSON line to stdout. Never pass a key, a token, a password or a body. */
export function log(level: "info" | "warn" | "error", message: string, fields: Fields = {}): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
}

/** Logs an error with its stack, cut to a bounded length. */
export function logError(message: string, error: unknown, fields: Fields = {}): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log("error", message, { ...fields, error: text.slice(0, 4_000) });
}
