import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { isEasyToGuess } from "../people/password";
import { readSession } from "../people/session";
import { recordOwnPassword } from "../people/store";
import { askBetterAuth } from "./better-auth";
import { passwordChangeLimit } from "./limits";
import { PasswordChange } from "./schema";
import { charge, refusalOf } from "./sign-in";
import { giveBack } from "./store";

/**
 * Changes the password of the person who is signed in and ends their other sessions.
 * @throws ApiError unauthorized, rate_limited with Retry-After, or bad_request whose message begins with the field
 */
export async function changePassword(request: Request, incoming: Incoming): Promise<Response> {
  const session = await readSession(request.headers);
  if (!session) throw new ApiError("unauthorized", "You are not signed in.");
  const { currentPassword, newPassword } = await parseBody(PasswordChange, incoming);
  if (newPassword === currentPassword) throw refuse("newPassword", "must differ from the current one");
  if (await isEasyToGuess(newPassword, session.email)) {
    throw refuse(
      "newPassword",
      "must be harder to guess: it is like one that many people use, or like your e-mail. Try four unrelated words",
    );
  }
  const charges = await charge([passwordChangeLimit(session.personId)]);
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  const answer = await askBetterAuth(request, body, incoming.address);
  if (answer.code === "INVALID_PASSWORD") throw refuse("currentPassword", "is not right");
  await giveBack(charges);
  if (!answer.ok) throw refusalOf(answer.status);
  await recordOwnPassword(session);
  return new Response("{}", { headers: answer.headers });
}

const refuse = (field: string, rule: string) => new ApiError("bad_request", `${field} ${rule}`);
