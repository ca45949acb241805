import "server-only";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError } from "better-auth/api";
import { now } from "../clock";
import { db } from "../database/client";
import { env } from "../env";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address";
import { originOf } from "../http/message";
import { log } from "../log";
import { authSecret } from "../secret";
import { singleton } from "../singleton";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password";
import { findPerson } from "./session-store";

const SESSION_SECONDS = 12 * 3_600;

/**
 * Better Auth on our own tables: people sign in with e-mail and password, and nobody signs up by themselves. Its cookies
 * are Secure where the request's headers say that the site is reached over https; elsewhere browsers would drop them
 * without a word.
 */
export function auth(headers: Headers): Auth {
  const secure = isSecure(headers);
  const made = singleton("auth", () => new Map<boolean, Auth>());
  const found = made.get(secure) ?? makeAuth(secure);
  made.set(secure, found);
  return found;
}

/** Whether the site is reached over https, so that its cookies can be Secure. */
export function isSecure(headers: Headers): boolean {
  return originOf({ host: headers.get("host"), header: (name) => headers.get(name) }).startsWith("https:");
}

type Auth = ReturnType<typeof makeAuth>;

function makeAuth(secure: boolean) {
  const { SITE_URL } = env();
  return betterAuth({
    appName: "Pet Adoption Service",
    basePath: "/api/auth",
    secret: authSecret(),
    database: prismaAdapter(db(), { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_SECONDS / 12 },
    user: {
      additionalFields: {
        mustChangePassword: { type: "boolean", required: false, defaultValue: false, input: false },
        role: { type: "string", required: false, defaultValue: "staff", input: false },
        disabledAt: { type: "date", required: false, input: false },
      },
    },
    // Our own limits do this, for all processes together.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => crypto.randomUUID() },
      useSecureCookies: secure,
      // Set for every request that is passed on, whatever a client sends.
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    // Only our own pages may post: an Origin header has to name the site or, where SITE_URL is not set, the host that
    // was asked.
    ...(SITE_URL !== undefined && { baseURL: SITE_URL }),
    trustedOrigins: (request) =>
      SITE_URL !== undefined
        ? [SITE_URL]
        : ["http", "https"].map((scheme) => `${scheme}://${request?.headers.get("host")}`),
    databaseHooks: {
      session: { create: { before: (session, context) => maySignIn(session.userId, context?.path ?? "") } },
    },
    telemetry: { enabled: false },
    logger: { level: "error", log: (level, message) => log(level === "error" ? "error" : "warn", message) },
  });
}

/**
 * Whether a right password opens a session: not for a disabled person.
 * @throws APIError for a one-time password that has expired
 */
async function maySignIn(userId: string, path: string): Promise<boolean> {
  const person = await findPerson(userId);
  if (person === null || person.disabledAt !== null) return false;
  const expiresAt = person.passwordExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  // Whoever has signed in in time may take longer to choose a password.
  if (path === "/sign-in/email" && expiresAt <= now()) throw new APIError("FORBIDDEN", { code: "PASSWORD_EXPIRED" });
  return true;
}
