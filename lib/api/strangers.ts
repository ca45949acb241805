import "server-only";
import { addressBlock } from "../http/client-address";
import type { Verdict } from "../limits/bucket";
import { limiter } from "../limits/limiter";
import type { Subject } from "../limits/memory";
import { settings } from "../settings";

/** The subject of a stranger, counted by address. */
export function strangerSubject(address: string): Subject {
  return { kind: "stranger", id: addressBlock(address), limit: settings().STRANGER_LIMIT, rules: null };
}

/** The refusal of an address that is over its limit for strangers, else null. Charges nothing. */
export function strangerRefusal(address: string): Verdict | null {
  return limiter().refusalFor(strangerSubject(address), null);
}
