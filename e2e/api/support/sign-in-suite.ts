import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { afterEach, expect } from "vitest";
import { POST } from "@/app/api/auth/[...all]/route";
import { GET } from "@/app/browser-token/route";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { addPerson } from "@/lib/people/store";
import { setClock } from "@/lib/process/clock";
import { type Answer, type Call, type Service, suiteService } from "./service";

/** Stands in for Next.js in suites that sign in: the routes for signing in, without building a page. */
async function signInRoutes(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", headers } = request;
  const body = method === "POST" ? (Readable.toWeb(request) as ReadableStream<Uint8Array>) : null;
  const asked = new Request(`http://${headers.host}${request.url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(body && { body, duplex: "half" }),
  });
  const answer = await (method === "POST" ? POST(asked) : GET(asked));
  const bytes = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.writeHead(answer.status).end(bytes);
}

/** A browser, which stores the cookies that it receives. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly service: Service,
    /** Headers for every request, such as X-Forwarded-For. */
    private readonly headers: Record<string, string> = {},
  ) {}

  async post(path: string, body: object, more: Record<string, string> = {}, record?: string): Promise<Answer> {
    return this.call(`POST ${path}`, { body: JSON.stringify(body), headers: more, ...(record && { record }) });
  }

  signIn(email: string, password: string): Promise<Answer> {
    return this.post("/api/auth/sign-in/email", { email, password });
  }

  /** Changes the password as the pages do. */
  changePassword(currentPassword: string, newPassword: string): Promise<Answer> {
    return this.post("/api/auth/change-password", { currentPassword, newPassword });
  }

  signOut(): Promise<Answer> {
    return this.post("/api/auth/sign-out", {});
  }

  /** The cookie whose name begins with this prefix, as `name=value`. */
  cookie(prefix: string): string | undefined {
    return [...this.cookies].find(([name]) => name.startsWith(prefix))?.join("=");
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  /** The token with which this browser's pages call the API. */
  async token(): Promise<string> {
    return JSON.parse((await this.call("GET /browser-token", {})).text).token;
  }

  private async call(target: string, { headers, ...rest }: Call): Promise<Answer> {
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const origin = { origin: this.service.origin, cookie };
    const answer = await this.service.call(target, {
      key: null,
      headers: { ...origin, ...this.headers, ...headers },
      ...rest,
    });
    for (const line of answer.headers["set-cookie"] ?? []) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /max-age=0\b/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Starts a service with the routes for signing in, and with browsers that call it. */
export function suiteSignIn() {
  const service = suiteService({ environment: { TRUSTED_PROXIES: "1" }, pages: signInRoutes });
  afterEach(() => setClock(null));

  let addresses = 0;
  /** A browser with its own IP address. */
  const newBrowser = (headers: Record<string, string> = {}) =>
    new Browser(service, { "x-forwarded-for": `10.0.${addresses >> 8}.${addresses++ & 255}`, ...headers });
  const at = (address: string) => new Browser(service, { "x-forwarded-for": address });
  const write = (token: string) => service.call("POST /v1/pets", { key: token, body: '{"name":"A","categoryId":1}' });
  const isSignedIn = async (browser: Browser) => (await write(await browser.token())).status === 201;
  /** A member of staff, and a browser in which they are signed in. */
  const newSignedIn = async (oneTime = false) => {
    const person = await addStaff(oneTime);
    const browser = newBrowser();
    expect((await browser.signIn(person.email, person.password)).status).toBe(200);
    return { ...person, browser };
  };
  return { service, newBrowser, at, write, isSignedIn, newSignedIn };
}

/** Returns a new e-mail address. */
export const newAddress = () => `${randomUUID().slice(0, 8)}@shelter.example`;

/** Adds a member of staff, with a one-time password or one of their own. */
export async function addStaff(oneTime = false): Promise<{ id: string; email: string; password: string }> {
  const { email, password } = await addPerson(OPERATOR, { email: newAddress(), role: "staff" });
  const { id } = await db().user.findUniqueOrThrow({ where: { email } });
  if (!oneTime) await db().user.update({ where: { id }, data: { mustChangePassword: false, passwordExpiresAt: null } });
  return { id, email, password };
}

/** Moves the clock forward by this much, in milliseconds. */
export function passClock(ms: number): void {
  const time = Date.now() + ms;
  setClock(() => time);
}

/** Returns the message of an error. */
export const message = ({ text }: Answer): string => JSON.parse(text).message;

/** Tries wrong passwords, and returns the statuses. */
export async function guess(browser: Browser, emails: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const email of emails) statuses.push((await browser.signIn(email, "not the password")).status);
  return statuses;
}

/** Returns a list of one value, repeated. */
export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
