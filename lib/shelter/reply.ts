import { now } from "../process/clock";
import { DAY_MS } from "../values/time";

/** Says how soon the shelter answers an application, in a sentence. */
export function replyWords(replyDays: number | null): string {
  if (replyDays === null) return "We will reply as soon as we can.";
  return `We usually reply within ${replyDays === 1 ? "a day" : `${replyDays} days`}.`;
}

/**
 * Says by which day the shelter answers an application from a given time or, if that day has passed, how soon it
 * usually answers.
 */
export function replyByWords(replyDays: number | null, since: Date): string {
  const deadline = new Date(since.getTime() + (replyDays ?? 0) * DAY_MS);
  if (replyDays === null || deadline.getTime() < now()) return replyWords(replyDays);
  return `We usually reply by ${deadline.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })}.`;
}
