import "server-only";
import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { headers } from "next/headers";
import { cache } from "react";
import * as z from "zod/mini";
import { db } from "../database/client";
import { isWritable } from "../database/health";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address";
import { originOf } from "../http/message";
import { now } from "../process/clock";
import { log } from "../process/log";
import { authSecret, settings } from "../process/settings";
import { singleton } from "../process/singleton";
import { shownName } from "../values/person-name";
import { hashPassword, verifyPassword } from "./passwords";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, Role } from "./schema";
import { findPerson, oldestSession, SESSION_SECONDS, SESSION_USE_SECONDS } from "./session-store";

/**
 * An endpoint of Better Auth that sets the cookie for a session which our own code has stored. It has no path, so no
 * request can reach it. It does not read the session, which may have ended since: what was stored is still a success.
 */
const sessionCookie = {
  id: "session-cookie",
  endpoints: {
    setSessionCookie: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ token: z.string() }), requireHeaders: true },
      async ({ body, context, setSignedCookie }) => {
        const { name, attributes } = context.authCookies.sessionToken;
        await setSignedCookie(name, body.token, context.secret, attributes);
      },
    ),
  },
} satisfies BetterAuthPlugin;

/**
 * Better Auth on our own tables. People sign in with e-mail and password, and only admins add people. Cookies are
 * Secure when the request reached the site over HTTPS; over HTTP, browsers would silently drop Secure cookies.
 */
export function auth(headers: Headers) {
  const secure = isSecure(headers);
  return singleton(secure ? "auth.secure" : "auth", () => createAuth(secure));
}

/** Whether the request reached the site over HTTPS, so its cookies can be Secure. */
export function isSecure(headers: Headers): boolean {
  return originOf({ host: headers.get("host"), header: (name) => headers.get(name) }).startsWith("https:");
}

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
  const person = await findPerson({ id: personId });
  // Thrown, because Better Auth logs a hook that returns false as an error.
  if (person === null || person.disabledAt !== null) throw new APIError("UNAUTHORIZED");
  const expiresAt = person.passwordExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (expiresAt <= now()) throw new APIError("FORBIDDEN", { code: "PASSWORD_EXPIRED" });
}

/** Reads the session from a request's cookies. Returns null if nobody is signed in. */
export async function findSession(headers: Headers) {
  const signedIn = await auth(headers).api.getSession({ headers, query: { disableRefresh: !isWritable() } });
  if (!signedIn || signedIn.user.disabledAt || signedIn.session.createdAt < oldestSession()) return null;
  const { session, user } = signedIn;
  const { id: personId, email, mustChangePassword } = user;
  const role = Role.safeParse(user.role).data ?? "staff";
  const name = shownName(user);
  return { id: session.id, personId, email, name, role, mustChangePassword: mustChangePassword === true };
}

/** Returns the session of the request whose page is being rendered. All parts of the page share one look-up. */
export const currentSession = cache(async () => findSession(await headers()));
