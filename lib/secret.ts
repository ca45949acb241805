import "server-only";
import { settings } from "./settings";

/**
 * The secret that signs sessions and browser tokens.
 * @throws Error when there is none; `npm start` takes it from the data folder where AUTH_SECRET is not set
 */
export function authSecret(): string {
  const secret = settings().AUTH_SECRET;
  if (!secret) throw new Error("AUTH_SECRET is not set");
  return secret;
}
