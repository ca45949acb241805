import * as z from "zod/mini";
import { forgetToken } from "../http/client";
import { ApiError, type ErrorCode, STATUS_BY_CODE } from "../http/errors";

const TIMEOUT_MS = 15_000;
const Refused = z.object({ code: z.string(), message: z.string() });

/** A sentence for the person when it did not work, null when it did. */
type Outcome = Promise<string | null>;

/** Signs in with e-mail and password; the session is a cookie that scripts cannot read. */
export async function signIn(email: string, password: string): Outcome {
  return outcomeOf(post("/api/auth/sign-in/email", { email, password }));
}

/** Signs out. */
export async function signOut(): Outcome {
  return outcomeOf(post("/api/auth/sign-out", {}));
}

/**
 * Changes the password and ends every other session.
 * @throws ApiError whose message begins with the field that it is about, if it is about one
 */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  return post("/api/auth/change-password", passwords);
}

async function outcomeOf(done: Promise<void>): Outcome {
  try {
    await done;
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.message : "That did not work. Please try again.";
  }
}

async function post(path: string, body: Record<string, string>): Promise<void> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new ApiError("unavailable", "The service could not be reached. Check your connection and try again.");
  }
  // Who is signed in has changed, or may have: the next call asks for a token that fits.
  forgetToken();
  if (!response.ok) throw await refusalOf(response);
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = Refused.safeParse(await response.json().catch(() => null));
  if (!body.success) return new ApiError("unavailable", "The service is not available right now. Please try again.");
  const code: ErrorCode = body.data.code in STATUS_BY_CODE ? (body.data.code as ErrorCode) : "internal";
  return new ApiError(code, body.data.message, Object.fromEntries(response.headers));
}
