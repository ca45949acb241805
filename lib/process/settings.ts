import "server-only";
import { readEnv, type Settings } from "./env";
import { singleton } from "./singleton";

const holder = singleton("settings", (): { current: Settings | null } => ({ current: null }));

/**
 * Returns the settings of this process. Without a call of `setSettings`, as under `next start` and `next dev` without
 * our server, they come from the environment.
 * @throws Error with one line when the environment is not valid
 */
export function settings(): Settings {
  holder.current ??= readEnv();
  return holder.current;
}

/**
 * Sets the settings of this process at its start: those of the environment, and what the start found out, such as the
 * URL of the embedded PostgreSQL. Tests set what they need; null returns to the environment.
 */
export function setSettings(chosen: Settings | null): void {
  holder.current = chosen;
}

/**
 * Returns the secret that signs sessions and tokens. The private links of applications are derived from it, too. If
 * AUTH_SECRET is not set, `npm start` takes it from the data folder.
 * @throws Error when there is none
 */
export function authSecret(): string {
  const secret = settings().AUTH_SECRET;
  if (!secret) throw new Error("AUTH_SECRET is not set");
  return secret;
}
