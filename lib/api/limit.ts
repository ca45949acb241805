import "server-only";
import { ApiError } from "../http/errors";
import { keySubject, recordBan, recordUse } from "../keys/usage-store";
import { retryAfterSeconds, type Verdict } from "../limits/bucket";
import { limiter } from "../limits/limiter";
import { type Subject, subjectOfAddress } from "../limits/memory";
import { settings } from "../process/settings";
import { timeWords } from "../values/time-words";
import type { Caller } from "./caller";

/** Charges the caller. Returns a refusal instead of throwing it, because every response shows its numbers. */
export async function limit(caller: Caller, address: string, isDeprecated: boolean): Promise<Verdict> {
  if (caller.kind === "stranger" && caller.reason === "unexamined") return caller.verdict;
  if (caller.kind !== "key") return limiter().charge(subjectOf(caller, address));
  const verdict = await limiter().charge(keySubject(caller));
  recordUse(caller.id, verdict, isDeprecated);
  if (verdict.newBan) await recordBan(caller.id, verdict.newBan);
  return verdict;
}

/** Charges nothing. */
export function peekStranger(address: string): Verdict {
  return limiter().peek(strangerSubject(address));
}

/** Charges nothing; null if the IP address is within its limit for strangers. */
export function strangerRefusal(address: string): Verdict | null {
  return limiter().refusalFor(strangerSubject(address));
}

export function limitExceeded(verdict: Verdict): ApiError {
  const { refused, shown } = verdict;
  const wait = timeWords(retryAfterSeconds(verdict));
  const message =
    refused === "key_suspended"
      ? `This API key is banned because it kept sending requests after a 429. Try again in ${wait}`
      : `The rate limit of ${shown.limit} requests is exceeded. Try again in ${wait}`;
  return new ApiError(refused ?? "rate_limited", message);
}

function subjectOf(caller: Exclude<Caller, { kind: "key" }>, address: string): Subject {
  const { STAFF_LIMIT, VISITOR_LIMIT } = settings();
  switch (caller.kind) {
    case "person":
      return { kind: "person", id: caller.id, limit: STAFF_LIMIT, banRules: null, stored: null };
    case "visitor":
      return subjectOfAddress("visitor", address, VISITOR_LIMIT);
    case "stranger":
      return strangerSubject(address);
  }
}

function strangerSubject(address: string): Subject {
  return subjectOfAddress("stranger", address, settings().STRANGER_LIMIT);
}
