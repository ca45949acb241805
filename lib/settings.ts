import { readEnv, type Settings } from "./env";
import { singleton } from "./singleton";

const holder = singleton("settings", (): { current: Settings | null } => ({ current: null }));

/**
 * The settings of this process: those that its start set, or else its environment (`next start` and `next dev` without
 * our server).
 * @throws Error with one line when the environment is not valid
 */
export function settings(): Settings {
  holder.current ??= readEnv();
  return holder.current;
}

/**
 * Sets the settings of this process, once, at its start: its environment and what the start found out, such as the URL
 * of the embedded PostgreSQL. Tests set what they need in the same way; null goes back to the environment.
 */
export function setSettings(chosen: Settings | null): void {
  holder.current = chosen;
}
