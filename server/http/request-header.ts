import type { IncomingMessage } from "node:http";

/**
 * A header of a request; null when it is absent. A repeated one is joined (`joinDuplicateHeaders`), so it is a text.
 */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
