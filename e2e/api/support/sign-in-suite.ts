import { randomUUID } from "node:crypto";
import { afterEach } from "vitest";
import { OPERATOR } from "@/lib/audit/store";
import { db } from "@/lib/database/client";
import { addPerson } from "@/lib/people/store";
import { setClock } from "@/lib/process/clock";
import { type Answer, suiteService } from "./service";
import { Browser, signInRoutes } from "./sign-in";

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
  return { service, newBrowser, at, write };
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
