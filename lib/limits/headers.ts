import { type LimitWindow, retryAfterSeconds, type Verdict } from "./bucket";

const seconds = (ms: number) => Math.ceil(ms / 1000);

/**
 * Returns the headers that tell callers how many requests they have left: X-RateLimit-* (docs/contract.md, "Limits"),
 * and the pair of draft-ietf-httpapi-ratelimit-headers (structured fields). A refusal also has Retry-After. The result
 * is a list: name, value, name, value.
 */
export function limitHeaders(verdict: Verdict): string[] {
  const { minute, day, shown, decidedAt, refused } = verdict;
  const left = (window: LimitWindow) =>
    Math.max(0, seconds((refused === "key_suspended" ? shown : window).reset - decidedAt));
  const remaining = (window: LimitWindow) => (refused === "key_suspended" ? 0 : window.remaining);
  const headers = [
    "X-RateLimit-Limit",
    String(shown.limit),
    "X-RateLimit-Remaining",
    String(shown.remaining),
    "X-RateLimit-Reset",
    String(seconds(shown.reset)),
    "RateLimit-Policy",
    `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400`,
    "RateLimit",
    `"minute";r=${remaining(minute)};t=${left(minute)}, "day";r=${remaining(day)};t=${left(day)}`,
  ];
  if (refused !== null) headers.push("Retry-After", String(retryAfterSeconds(verdict)));
  return headers;
}
