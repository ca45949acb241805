import "server-only";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { db } from "../db";
import { env } from "../env";
import { once } from "../global";
import { clientAddressHeaders } from "../http/client-address";
import { log } from "../log";
import { authSecret } from "../secret";
import { findRole, passwordWasChanged } from "./store";

const SESSION_SECONDS = 12 * 3_600;
/** Shortest password that a person may choose. */
export const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 128;

/** Better Auth on our own tables: people sign in with e-mail and password, and nobody signs up by themselves. */
export function auth() {
  const { SITE_URL } = env();
  return once("auth", () =>
    betterAuth({
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
      // Guessing passwords is slow: a handful of tries a minute for each address.
      rateLimit: { enabled: true, window: 60, max: 100, customRules: { "/sign-in/email": { window: 60, max: 10 } } },
      advanced: {
        database: { generateId: () => crypto.randomUUID() },
        // The server sets it from the connection, whatever a client sends.
        ipAddress: { ipAddressHeaders: clientAddressHeaders() },
      },
      // Only our own pages may post: an Origin header has to name the site or, where SITE_URL is not set, the host that
      // was asked.
      ...(SITE_URL !== undefined && { baseURL: SITE_URL }),
      trustedOrigins: (request) =>
        SITE_URL !== undefined
          ? [SITE_URL]
          : ["http", "https"].map((scheme) => `${scheme}://${request?.headers.get("host")}`),
      hooks: { before: refuseSamePassword, after: noteChangedPassword },
      // A disabled person gets no session, however right the password is.
      databaseHooks: {
        session: { create: { before: async ({ userId }) => (await findRole(userId)) !== null } },
      },
      telemetry: { enabled: false },
      logger: { level: "error", log: (level, message) => log(level === "error" ? "error" : "warn", message) },
    }),
  );
}

const CHANGE_PASSWORD = "/change-password";

/** A one-time password is no password of one's own. */
const refuseSamePassword = createAuthMiddleware(async ({ path, body }) => {
  if (path !== CHANGE_PASSWORD || body?.newPassword !== body?.currentPassword) return;
  throw new APIError("BAD_REQUEST", { message: "The new password must differ from the current one" });
});

/** From here on the account is fully open. */
const noteChangedPassword = createAuthMiddleware(async ({ path, context }) => {
  if (path !== CHANGE_PASSWORD || context.returned instanceof APIError) return;
  const userId = context.session?.user.id ?? context.newSession?.user.id;
  if (userId) await passwordWasChanged(userId);
});
