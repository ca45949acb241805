import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { readEnv, type Settings } from "./env";
import { singleton } from "./singleton";

const holder = singleton("settings", (): { current: Settings | null } => ({ current: null }));

/**
 * Without `setSettings`, as under `next start`, they come from the environment.
 * @throws Error with one line when it is not valid
 */
export function settings(): Settings {
  holder.current ??= readEnv();
  return holder.current;
}

/**
 * The environment and what the start found out, such as the URL of the embedded PostgreSQL. Null returns to the
 * environment.
 */
export function setSettings(chosen: Settings | null): void {
  holder.current = chosen;
}

/**
 * Signs sessions and tokens; the private links of applications are derived from it. Without AUTH_SECRET, `npm start`
 * takes it from the data folder.
 * @throws Error when there is none
 */
export function authSecret(): string {
  const secret = settings().AUTH_SECRET;
  if (!secret) throw new Error("AUTH_SECRET is not set");
  return secret;
}

/** The purpose separates signatures that are made with the same secret. */
export const signatureOf = (purpose: string, text: string) =>
  createHmac("sha256", authSecret()).update(`${purpose}:${text}`).digest("base64url");

/** Takes constant time. Compares texts, because several texts decode to the same bytes. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(signatureOf(purpose, text)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
