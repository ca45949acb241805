import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { isEasyToGuess } from "../people/password";
import { readSession } from "../people/session";
import { recordOwnPassword } from "../people/store";
import { askBetterAuth } from "./better-auth";
import { chargeTry } from "./charge-try";
import { passwordChangeLimit } from "./limits";
import { authRefusal } from "./refusals";
import { PasswordChange } from "./schema";
import { refund } from "./store";

/**
 * Changes the password of the signed-in person and ends their other sessions.
 * @throws ApiError unauthorized, rate_limited with Retry-After, or bad_request whose message begins with the field
 */
export async function changePassword(request: Request, incoming: Incoming): Promise<Response> {
  const session = await readSession(request.headers);
  if (!session) throw new ApiError("unauthorized", "You are not signed in.");
  const { currentPassword, newPassword } = await parseBody(PasswordChange, incoming);
  if (newPassword === currentPassword) throw badField("newPassword", "must differ from the current one");
  if (await isEasyToGuess(newPassword, session.email)) {
    throw badField(
      "newPassword",
      "must be harder to guess: it is like a common password or your e-mail address. Try four unrelated words",
    );
  }
  const charges = await chargeTry([passwordChangeLimit(session.personId)]);
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  const answer = await askBetterAuth(request, body, incoming.address);
  if (answer.code === "INVALID_PASSWORD") throw badField("currentPassword", "is not right");
  await refund(charges);
  if (!answer.ok) throw authRefusal(answer.status);
  await recordOwnPassword(session);
  return new Response("{}", { headers: answer.headers });
}

const badField = (field: string, rule: string) => new ApiError("bad_request", `${field} ${rule}`);
