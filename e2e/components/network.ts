import { setupWorker } from "msw/browser";
import { HttpResponse, http } from "msw/http";
import { expect, vi } from "vitest";
import { type Exchange, isLastDay, isNear, RECORDED_AT } from "@/e2e/testing/exchange";
import { forgetToken } from "@/lib/http/client";
import { HOUR_MS, SECOND_MS } from "@/lib/values/time";

/** A request that the page has sent. */
type Sent = Exchange["request"];
/** A method and the beginning of a path: `PATCH /v1/people`. */
type Target = string;

let exchanges: Exchange[] = [];
/** The place in `exchanges` of the last write that was answered. */
let lastWrite = -1;
let sent: Sent[] = [];
let refusals: [Target, Exchange][] = [];
let held: [Target, Promise<void>][] = [];

/** Answers the requests of a page with exchanges that API tests have recorded in e2e/exchanges. */
export const network = {
  /**
   * Answers with these exchanges. Those behind a write count from when the page has sent it: `people`,
   * `person-made-admin`, `people-with-admin`.
   */
  async replay(...names: string[]): Promise<void> {
    [exchanges, lastWrite] = [await Promise.all(names.map(read)), -1];
  },
  /** Answers these requests with the answer of a recorded exchange, whatever its own request was. */
  async refuse(target: Target, name: string): Promise<void> {
    refusals.push([target, await read(name)]);
  },
  /** Answers as replayed again. */
  recover(): void {
    refusals = [];
  },
  /** Lets these requests wait until the returned function is called. */
  hold(target: Target): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push([target, promise]);
    return resolve;
  },
  setOnline(isOnline: boolean): void {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    dispatchEvent(new Event(isOnline ? "online" : "offline"));
  },
  /** Waits until the page waits for no answer, except for those that are held. */
  async settle(): Promise<void> {
    await expect.poll(() => pending).toBe(0);
  },
  /** The writes that the page has sent. */
  writes: () => sent.filter(({ method }) => method !== "GET"),
};

/** Reads an exchange. Its times and last days become relative to now. */
export async function read(name: string): Promise<Exchange> {
  const { default: exchange } = await import(`../exchanges/${name}.json`);
  const shift = Date.now() - RECORDED_AT;
  const move = (time: string) => new Date(Date.parse(time) + shift).toISOString();
  const text = JSON.stringify(exchange)
    .replace(/\d{4}-\d\d-\d\dT\d\d:00:00\.000Z/g, (time) => (isNear(time, RECORDED_AT) ? move(time) : time))
    .replace(/(?<="day":")[\d-]+/g, (day) => (isLastDay(day, RECORDED_AT) ? move(day).slice(0, 10) : day))
    .replace(/(?<="reset":)\d+/g, (seconds) => String(Number(seconds) + Math.round(shift / SECOND_MS)));
  return JSON.parse(text);
}

export const worker = setupWorker(
  http.get("/browser-token", () =>
    HttpResponse.json({ token: "token", expiresAt: Date.now() + HOUR_MS, isVisitor: false }),
  ),
  http.all("/v1/*", ({ request }) => answer(request)),
  http.all("/api/*", ({ request }) => answer(request)),
);

async function answer(request: Request): Promise<Response> {
  const sent = await readRequest(request);
  return request.headers.get(TEST) === String(test) ? respond(sent) : HttpResponse.error();
}

async function readRequest(request: Request): Promise<Sent> {
  const text = await request.text();
  const confirm = request.headers.get("Confirm");
  return {
    method: request.method,
    target: request.url.slice(location.origin.length),
    ifMatch: request.headers.get("If-Match"),
    ...(confirm !== null && { confirm }),
    body: text === "" ? null : JSON.parse(text),
  };
}

async function respond(request: Sent): Promise<Response> {
  sent.push(request);
  const isMeant = ([target]: [Target, unknown]) => `${request.method} ${request.target}`.startsWith(target);
  await held.find(isMeant)?.[1];
  if (!navigator.onLine) return HttpResponse.error();
  const answer = refusals.findLast(isMeant)?.[1] ?? findExchange(request);
  if (!answer) {
    // The last page may still ask before the next one is there.
    if (exchanges.length > 0) unanswered.push(request);
    return HttpResponse.error();
  }
  const body = answer.body === null ? null : JSON.stringify(answer.body);
  return new HttpResponse(body, { status: answer.status, headers: answer.headers });
}

function findExchange(request: Sent): Exchange | undefined {
  const isAsked = (exchange: Exchange) => isSame(exchange.request, request);
  const isWrite = (exchange: Exchange) => exchange.request.method !== "GET";
  const nextWrite = exchanges.findIndex((exchange, index) => index > lastWrite && isWrite(exchange));
  if (request.method === "GET") return exchanges.slice(0, nextWrite === -1 ? undefined : nextWrite).findLast(isAsked);
  const next = exchanges.findIndex((exchange, index) => index > lastWrite && isAsked(exchange));
  // A write that is repeated gets the same answer.
  lastWrite = next === -1 ? exchanges.findLastIndex(isAsked) : next;
  return exchanges[lastWrite];
}

/** Whether two requests are the same, also in their bodies and the versions that they name. */
function isSame(one: Sent, other: Sent): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

let unanswered: Sent[] = [];
/** How many requests of the page wait for an answer that nothing holds back. */
let pending = 0;

/** The test that sends a request: one that arrives after its test has ended counts for no other. */
let test = 0;
const TEST = "x-test";
const { fetch } = window;
window.fetch = async (target, call) => {
  const request = new Request(target, call);
  request.headers.set(TEST, String(test));
  const { pathname, search } = new URL(request.url);
  const isHeld = held.some(([start]) => `${request.method} ${pathname}${search}`.startsWith(start));
  if (isHeld) return fetch(request);
  pending++;
  try {
    return await fetch(request);
  } finally {
    pending--;
  }
};

/** Forgets what a test has answered. @throws when the page has sent what no exchange has */
export function endTest(): void {
  test++;
  const missed = unanswered;
  [exchanges, lastWrite, sent, refusals, held, unanswered] = [[], -1, [], [], [], []];
  forgetToken();
  vi.restoreAllMocks();
  expect(missed, "requests that no replayed exchange has").toEqual([]);
}
