import "server-only";
import { settings } from "./settings";

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
