import "server-only";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError } from "better-auth/api";
import { db } from "../database/client";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address";
import { originOf } from "../http/message";
import { authSecret } from "../process/auth-secret";
import { now } from "../process/clock";
import { log } from "../process/log";
import { settings } from "../process/settings";
import { singleton } from "../process/singleton";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password";
import { hashPassword, verifyPassword } from "./password-hashing";
import { sessionCookie } from "./session-cookie";
import { findPersonById, SESSION_SECONDS, SESSION_USE_SECONDS } from "./session-store";

/**
 * Better Auth on our own tables. People sign in with e-mail and password, and only admins add people. Cookies are
 * Secure when the request reached the site over HTTPS; over HTTP, browsers would silently drop Secure cookies.
 */
export function auth(headers: Headers): Auth {
  const secure = isSecure(headers);
  const instances = singleton("auth", () => new Map<boolean, Auth>());
  const instance = instances.get(secure) ?? createAuth(secure);
  instances.set(secure, instance);
  return instance;
}

/** Whether the request reached the site over HTTPS, so its cookies can be Secure. */
export function isSecure(headers: Headers): boolean {
  return originOf({ host: headers.get("host"), header: (name) => headers.get(name) }).startsWith("https:");
}

type Auth = ReturnType<typeof createAuth>;

function createAuth(secure: boolean) {
  const { SITE_URL } = settings();
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
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_USE_SECONDS },
    user: {
      additionalFields: {
        mustChangePassword: { type: "boolean", required: false, defaultValue: false, input: false },
        role: { type: "string", required: false, defaultValue: "staff", input: false },
        disabledAt: { type: "date", required: false, input: false },
      },
    },
    // Sign-ins are limited by lib/sign-in/limits.ts, for all processes together.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => crypto.randomUUID() },
      useSecureCookies: secure,
      // lib/sign-in/own-page.ts checks the origin of every request. Better Auth would log another origin as an error.
      disableCSRFCheck: true,
      // The service sets this header on every request and drops what a client sends in it.
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    ...(SITE_URL !== undefined && { baseURL: SITE_URL }),
    databaseHooks: {
      session: { create: { before: ({ userId }) => requireMaySignIn(userId) } },
    },
    plugins: [sessionCookie],
    // Throws unexpected errors, such as an unavailable database. Refusals are not logged.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    logger: { level: "error", log: (level, message) => log(level === "error" ? "error" : "warn", message) },
  });
}

/**
 * Refuses a session although the password is right. A person who signed in before their one-time password expired may
 * still choose a password afterwards: lib/people/password-store.ts.
 * @throws APIError unauthorized for a disabled person, forbidden for an expired one-time password
 */
async function requireMaySignIn(personId: string): Promise<void> {
  const person = await findPersonById(personId);
  // Thrown, because Better Auth logs a hook that returns false as an error.
  if (person === null || person.disabledAt !== null) throw new APIError("UNAUTHORIZED");
  const expiresAt = person.passwordExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (expiresAt <= now()) throw new APIError("FORBIDDEN", { code: "PASSWORD_EXPIRED" });
}
