import { DAY_MS } from "@/lib/values/time";

/** A request and its answer, as a file in e2e/exchanges keeps them for component tests. */
export type Exchange = {
  request: { method: string; target: string; ifMatch: string | null; confirm?: string; body: unknown };
  status: number;
  headers: Record<string, string>;
  body: unknown;
};

/** When each kept answer was given. Its other times within about a year, and the days before, are relative to this. */
export const RECORDED_AT = Date.UTC(2026, 0, 1);

/** Whether a time is near enough to `at` to be relative to it. */
export const isNear = (time: string, at: number) => Math.abs(Date.parse(time) - at) < 400 * DAY_MS;

/** Whether a day is one of the last 40 before `at`, such as those of a key's usage. */
export const isLastDay = (day: string, at: number) => Date.parse(day) <= at && Date.parse(day) > at - 40 * DAY_MS;
