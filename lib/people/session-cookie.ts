import "server-only";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod/mini";

/**
 * An endpoint of Better Auth that sets the cookie for a session which our own code has stored. It has no path, so no
 * request can reach it.
 * @throws APIError unauthorized when no session has this token
 */
export const sessionCookie = {
  id: "session-cookie",
  endpoints: {
    setSessionCookie: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ token: z.string() }), requireHeaders: true },
      async (context) => {
        const session = await context.context.internalAdapter.findSession(context.body.token);
        if (!session) throw new APIError("UNAUTHORIZED");
        await setSessionCookie(context, session);
      },
    ),
  },
} satisfies BetterAuthPlugin;
