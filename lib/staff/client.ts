import { forgetToken } from "../http/client";

const TIMEOUT_MS = 15_000;

/** A sentence for the person when it did not work, null when it did. */
type Outcome = Promise<string | null>;

/** Signs in with e-mail and password; the session is a cookie that scripts cannot read. */
export async function signIn(email: string, password: string): Outcome {
  return post("/api/auth/sign-in/email", { email, password }, "The e-mail or the password is not right.");
}

/** Signs out. */
export async function signOut(): Outcome {
  return post("/api/auth/sign-out", {}, "Signing out did not work. Please try again.");
}

/** Changes the password and ends every other session. */
export async function changePassword(currentPassword: string, newPassword: string): Outcome {
  return post(
    "/api/auth/change-password",
    { currentPassword, newPassword, revokeOtherSessions: true },
    "The password was not changed. Is the current one right?",
  );
}

async function post(path: string, body: Record<string, unknown>, refused: string): Outcome {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Who is signed in has changed, or may have: the next call asks for a token that fits.
    forgetToken();
    if (response.ok) return null;
    if (response.status === 429) return "Too many tries. Please wait a minute.";
    return response.status >= 500 ? "The service is not available right now. Please try again." : refused;
  } catch {
    return "The service could not be reached. Check your connection and try again.";
  }
}
