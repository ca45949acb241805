export type LogFields = Record<string, string | number | boolean | undefined> & {
  time?: never;
  level?: never;
  message?: never;
};

/** One JSON line to stdout. Never pass a key, a token, a password or a body. */
export function log(level: "info" | "warn" | "error", message: string, fields: LogFields = {}): void {
  const own = { time: new Date().toISOString(), level, message };
  // First, so that the line starts with it, and again last, so that no field can replace it.
  process.stdout.write(`${JSON.stringify({ ...own, ...fields, ...own })}\n`);
}

/** At most 200 characters, from where libraries put the reason. */
export function lastLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return (lines.at(-1) ?? "").slice(0, 200);
}

export function logError(message: string, error: unknown, fields: LogFields = {}): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log("error", message, { ...fields, error: text.slice(0, 4_000) });
}
