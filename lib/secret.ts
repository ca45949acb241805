import "server-only";
import { settings } from "./settings";

/**
 * The secret that signs sessions and browser tokens.
 * @throws Error when AUTH_SECRET is not set; `npm start` sets it from the data folder.
 */
export function authSecret(): string {
  const secret = settings().AUTH_SECRET;
  if (!secret) throw new Error("AUTH_SECRET is not set");
  return secret;
}
