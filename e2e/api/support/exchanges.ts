import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { expect } from "vitest";
import { type Exchange, RECORDED_AT } from "@/e2e/testing/exchange";
import { HOUR_MS } from "@/lib/values/time";

type Call = { headers?: Record<string, string>; body?: string | Uint8Array };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** The headers that pages read. */
const HEADERS = ["content-type", "etag", "link", "location", "retry-after", "www-authenticate"];

/** What differs between two runs: ids, links, secrets, cursors, the suite's port, and times. */
const VARYING = [
  /(?<uuid>[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})/,
  /(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/,
  /pet_live_(?<key>\w{4})(?<rest>\w{30})?/,
  /(?<=#)(?<link>\w{32})/,
  /(?<=cursor=)(?<cursor>[^&>"\\]+)/,
  /(?<="(?:password|token)":")(?<secret>[^"]+)/,
  /(?<="(?!categoryId)(?:id|\w+Id)":)(?<id>\d+)/,
  /(?<=\/v1\/[a-z/]+)(?<inPath>\d+)\b/,
  /(?<origin>http:\/\/127\.0\.0\.1:\d+)/,
];
const ANY = new RegExp(VARYING.map(({ source }) => source).join("|"), "g");

/** The numbers that the values of the current test have got. The same value has the same number in all its exchanges. */
const numbers = { test: "", byValue: new Map<string, number>() };

function numberOf(value: string): number {
  const { testPath, currentTestName } = expect.getState();
  const test = `${testPath} ${currentTestName}`;
  if (numbers.test !== test) Object.assign(numbers, { test, byValue: new Map() });
  const number = numbers.byValue.get(value) ?? numbers.byValue.size + 1;
  numbers.byValue.set(value, number);
  return number;
}

/** Replaces what differs between two runs by values of the same form. */
function settle(text: string): string {
  return text.replace(ANY, (...found) => {
    const { uuid, time, key, rest, link, cursor, secret, id, inPath } = found.at(-1) as Record<string, string>;
    if (uuid) return `00000000-0000-4000-8000-${String(numberOf(uuid)).padStart(12, "0")}`;
    if (time) {
      const hours = Math.round((Date.parse(time) - Date.now()) / HOUR_MS);
      return new Date(RECORDED_AT + hours * HOUR_MS).toISOString();
    }
    if (key) return `pet_live_${String(numberOf(key)).padStart(4, "0")}${rest ? "x".repeat(30) : ""}`;
    if (link) return String(numberOf(link)).padStart(32, "x");
    if (secret) return `secret-${numberOf(secret)}`;
    const value = cursor ?? id ?? inPath;
    return value ? String(numberOf(value)) : "https://pets.example";
  });
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
