import type { IncomingMessage } from "node:http";
// Next.js's own check, so that exactly what it would fail on is dropped. If it moves, server/http/wire.test.ts fails.
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

const ROUTER_STATE = "next-router-state-tree";
/** Next.js looks for bots in this header with an expression that takes quadratic time. */
const MAX_USER_AGENT = 400;
/** Far more than any page needs. Next.js validates the state recursively. */
const MAX_STATE_LENGTH = 8_000;
const MAX_STATE_LISTS = 50;

/**
 * Makes the headers of a request harmless for Next.js, which spends too long on a long `User-Agent` and on a deeply
 * nested router state. An invalid state is dropped too: Next.js would answer 500 and log an error. Without the state,
 * the whole page is rendered.
 */
export function limitRequestHeaders({ headers }: IncomingMessage): void {
  const { "user-agent": userAgent, [ROUTER_STATE]: state } = headers;
  if (userAgent !== undefined) headers["user-agent"] = userAgent.slice(0, MAX_USER_AGENT);
  if (state !== undefined && !isRouterState(state)) delete headers[ROUTER_STATE];
}

function isRouterState(state: string | string[]): boolean {
  if (typeof state !== "string" || state.length > MAX_STATE_LENGTH) return false;
  if ((state.match(/\[|%5B/gi) ?? []).length > MAX_STATE_LISTS) return false;
  try {
    parseAndValidateFlightRouterState(state);
    return true;
  } catch {
    return false;
  }
}
