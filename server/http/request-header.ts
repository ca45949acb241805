import type { IncomingMessage } from "node:http";

/**
 * Returns a header of a request, or null if it is absent. It is always one string, because repeated headers are joined
 * (`joinDuplicateHeaders`).
 */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
