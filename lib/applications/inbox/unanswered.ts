import { DAY_MS } from "../../values/time";
import { sinceWords } from "../../values/time-words";
import type { ApplicationSummary } from "../schema";

type ReceivedApplication = Pick<ApplicationSummary, "status" | "folder" | "createdAt">;

/**
 * Says how many days a new application has been without an answer, and whether that is longer than the shelter
 * promises. Null on the first day, for possible spam, and once somebody has answered.
 */
export function unansweredFor(
  { status, folder, createdAt }: ReceivedApplication,
  replyDays: number | null,
  now: Date,
): { text: string; isOverdue: boolean } | null {
  const arrived = new Date(createdAt);
  const waited = now.getTime() - arrived.getTime();
  if (status !== "new" || folder === "suspicious" || waited < DAY_MS) return null;
  const isOverdue = replyDays !== null && waited > replyDays * DAY_MS;
  const time = sinceWords(arrived, now);
  return { text: isOverdue ? `Overdue: no answer for ${time}` : `No answer for ${time}`, isOverdue };
}
