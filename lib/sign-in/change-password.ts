import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { refund } from "../limits/window-store";
import { isEasyToGuess } from "../people/guessable";
import { hashPassword, verifyPassword } from "../people/password-hashing";
import { findPasswordHash, storeOwnPassword } from "../people/password-store";
import { findSession } from "../people/session";
import { sessionCookieHeaders } from "./ask-better-auth";
import { chargeTry } from "./charge-try";
import { passwordChangeLimit } from "./limits";
import { PasswordChange } from "./schema";

/**
 * Changes the password of the signed-in person and ends their other sessions.
 * @throws ApiError unauthorized, conflict, rate_limited with Retry-After, or bad_request whose message begins with the
 * field
 */
export async function changePassword(request: Request, incoming: Incoming): Promise<Response> {
  const session = await findSession(request.headers);
  if (!session) throw new ApiError("unauthorized", "You are not signed in.");
  const { currentPassword, newPassword } = await parseBody(PasswordChange, incoming);
  if (newPassword === currentPassword) throw badField("newPassword", "must differ from the current one");
  const { id: sessionId, personId, email } = session;
  // Charged first, because judging a password is slow.
  const charges = await chargeTry([passwordChangeLimit(personId)]);
  await requireHardToGuess(newPassword, email);
  const checkedHash = await findPasswordHash({ id: personId });
  if (checkedHash === null || !(await verifyPassword({ hash: checkedHash, password: currentPassword }))) {
    throw badField("currentPassword", "is not your current password");
  }
  await refund(charges);
  // Hashing is slow, so it is done before the transaction.
  const newHash = await hashPassword(newPassword);
  const token = await storeOwnPassword({ personId, email, sessionId, checkedHash, newHash });
  if (token === null) throw new ApiError("unauthorized", "Your session has ended. Sign in again.");
  return new Response("{}", { headers: await sessionCookieHeaders(request, token) });
}

/** @throws ApiError bad_request whose message begins with the field */
export async function requireHardToGuess(newPassword: string, email: string): Promise<void> {
  if (!(await isEasyToGuess(newPassword, email))) return;
  throw badField(
    "newPassword",
    "must be harder to guess: it is like a common password or your e-mail address. Try four unrelated words",
  );
}

const badField = (field: string, rule: string) => new ApiError("bad_request", `${field} ${rule}`);
