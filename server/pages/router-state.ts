import type { IncomingMessage } from "node:http";
// Next.js's own check, so that exactly what it would fail on is dropped. If it moves, server/http/wire.test.ts fails.
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const HEADER = "next-router-state-tree";

/**
 * Drops the header in which Next.js's scripts send their state, if it is not valid. Next.js would answer 500 and log an
 * error. Without the header, the whole page is rendered.
 */
export function dropInvalidRouterState({ headers }: IncomingMessage): void {
  if (headers[HEADER] === undefined) return;
  try {
    parseAndValidateFlightRouterState(headers[HEADER]);
  } catch {
    delete headers[HEADER];
  }
}
