import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { expect } from "vitest";
import { type Exchange, isLastDay, isNear, RECORDED_AT } from "@/e2e/testing/exchange";
import { now } from "@/lib/process/clock";
import { DAY_MS, HOUR_MS } from "@/lib/values/time";

type Call = { headers?: Record<string, string>; body?: string | Uint8Array };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** The headers that pages read. */
const HEADERS = ["change-set", "content-type", "etag", "link", "location", "retry-after", "www-authenticate"];

/** The numbers that the values of the current test have got. The same value has the same number in all its exchanges. */
const numbers = { test: "", byValue: new Map<string, number>() };

function numberOf(value: string, digits = 1): string {
  const { testPath, currentTestName } = expect.getState();
  const test = `${testPath} ${currentTestName}`;
  if (numbers.test !== test) Object.assign(numbers, { test, byValue: new Map() });
  const number = numbers.byValue.get(value) ?? numbers.byValue.size + 1;
  numbers.byValue.set(value, number);
  return String(number).padStart(digits, "0");
}

/** Returns a time or a day that is as far from `RECORDED_AT` as this one from now, to the hour. */
function settleTime(time: string): string {
  const shift = Math.round((Date.parse(time) - now()) / HOUR_MS) * HOUR_MS;
  return isNear(time, now()) ? new Date(RECORDED_AT + shift).toISOString() : time;
}
function settleDay(day: string): string {
  const days = Math.floor(now() / DAY_MS) - Date.parse(day) / DAY_MS;
  return isLastDay(day, now()) ? new Date(RECORDED_AT - days * DAY_MS).toISOString().slice(0, 10) : day;
}

const WEEK_MS = 7 * DAY_MS;
function settleWeek(monday: string): string {
  const weeks = Math.floor((now() - Date.parse(monday)) / WEEK_MS);
  return new Date(Date.UTC(2026, 5, 1) - weeks * WEEK_MS).toISOString().slice(0, 10);
}

/** The addition of an animal is 0 in every run. */
const ID =
  /(?<="(?!categoryId)(?:id|\w+Id)":"?|\/v1\/[a-z\d/]*\/|[?&](?:ids|\w+Ids?)=(?:\d+(?:,|%2C))*)[1-9]\d*(?=[,}"/?%>&\\])/g;

/** What differs between two runs, and what it becomes: the same value in each run, of the same form. */
const VARYING: [RegExp, (found: string) => string][] = [
  [/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, (id) => `00000000-0000-4000-8000-${numberOf(id, 12)}`],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, settleTime],
  [/(?<="day":")\d{4}-\d\d-\d\d/g, settleDay],
  // The windows of a key depend on the time of day.
  [/(?<="reset":)\d+/g, () => String(RECORDED_AT / 1000 + 1_800)],
  [/(?<="daysLeft":)\d+/g, () => "100"],
  [/key_[\da-f]{20}/g, (id) => `key_${numberOf(id, 20)}`],
  [/(?<=pet_live_)\w{34}/g, (secret) => numberOf(secret.slice(0, 4), 4) + "x".repeat(30)],
  [/(?<=pet_live_)\w{4}(?=")/g, (prefix) => numberOf(prefix, 4)],
  [/(?<=#)\w{32}/g, (link) => numberOf(link, 32)],
  [/(?<=cursor=)[^&>"\\]+/g, (cursor) => numberOf(cursor)],
  [/(?<="(?:password|token|confirm)":")[^"]+/g, (secret) => `secret-${numberOf(secret)}`],
  [ID, (id) => numberOf(id)],
  [/(?<="change-set":"(?:pet-)?)\d+/gi, (id) => numberOf(id)],
  // The weeks of the overview, of which only the order matters.
  [/(?<="from":")\d{4}-\d\d-\d\d(?=")/g, settleWeek],
  [/http:\/\/127\.0\.0\.1:\d+/g, () => "https://pets.example"],
];

/** Replaces what differs between two runs. */
export const settle = (text: string) =>
  VARYING.reduce((settled, [pattern, replace]) => settled.replace(pattern, replace), text);

/** As `settle`, and smaller ids get smaller numbers, so that a list stays in its order. */
export function settleInOrder(text: string): string {
  const ids = text.match(ID) ?? [];
  for (const id of ids.toSorted((one, other) => Number(one) - Number(other))) numberOf(id);
  return settle(text);
}

/**
 * Compares an exchange with the one of this name in e2e/exchanges, which component tests replay. `-u` writes it again.
 * @throws AssertionError when the service no longer answers as recorded
 */
export async function recordExchange(name: string, line: string, call: Call, answer: Answer): Promise<void> {
  const [method = "", target = ""] = line.split(" ");
  const exchange: Exchange = {
    request: {
      method,
      target,
      ifMatch: call.headers?.["if-match"] ?? null,
      ...(call.headers?.confirm && { confirm: call.headers.confirm }),
      body: call.body ? JSON.parse(String(call.body)) : null,
    },
    status: answer.status,
    headers: Object.fromEntries(
      HEADERS.flatMap((header) => (answer.headers[header] ? [[header, String(answer.headers[header])]] : [])),
    ),
    body: answer.text === "" ? null : JSON.parse(answer.text),
  };
  const settled = JSON.parse(settle(JSON.stringify(exchange)));
  const file = join(import.meta.dirname, "../../exchanges", `${name}.json`);
  await expect(`${JSON.stringify(settled, null, 2)}\n`).toMatchFileSnapshot(file);
}
