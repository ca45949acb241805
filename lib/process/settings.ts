import "server-only";
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
