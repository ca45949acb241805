import { now } from "../process/clock";
import { DAY_MS } from "../values/time";
import { closedWords } from "./hours";
import type { Shelter } from "./schema";

type ReplyTimes = Pick<Shelter, "replyDays" | "openingHours">;

/** Says how soon the shelter answers an application, in a sentence. */
export function replyWords(replyDays: number | null): string {
  if (replyDays === null) return "We will reply as soon as we can.";
  return `We usually reply within ${replyDays === 1 ? "a day" : `${replyDays} days`}.`;
}

/** The days within which a shelter opens again, as far as this looks. */
const LOOKED_AT_DAYS = 14;

/**
 * Says how soon the shelter answers an application from a given time, and until that day has passed, by which day. If
 * the shelter is closed on that day, it answers by the next day on which it is open.
 */
export function replyByWords({ replyDays, openingHours }: ReplyTimes, since: Date): string {
  const days = Array.from(
    { length: LOOKED_AT_DAYS },
    (_, more) => new Date(since.getTime() + ((replyDays ?? 0) + more) * DAY_MS),
  );
  const isOpen = (day: Date) => closedWords(openingHours, day.toISOString().slice(0, 10), "") === "";
  const deadline = days.find(isOpen) ?? days[0] ?? since;
  if (replyDays === null || deadline.getTime() < now()) return replyWords(replyDays);
  const day = deadline.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  return `Expect our reply by ${day}.`;
}
