import "server-only";
import { logFailure } from "../database/health";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { isMailOn } from "../mail/store";
import { isSecure } from "../people/better-auth";
import { findPasswordLink } from "../people/link-store";
import { LINK_OVER, mailPasswordLink, storeLinkedPassword } from "../people/linked-password-store";
import { hashPassword } from "../people/password-hashing";
import { findPersonByEmail } from "../people/session-store";
import { requireHardToGuess } from "./change-password";
import { chargeTry } from "./charge-try";
import { knownBrowserCookie } from "./known-browser";
import { forgottenLimits, linkLimits, linkOwnerLimits } from "./limits";
import { Forgotten, LinkedPassword, PasswordLink } from "./schema";

/**
 * Mails a link for choosing a new password, if anybody has this e-mail address. Neither the answer nor its timing
 * reveals whether somebody has: the link is made after the answer.
 * @throws ApiError conflict when the service sends no mail, rate_limited with Retry-After
 */
export async function askForLink(_request: Request, incoming: Incoming): Promise<Response> {
  const { email } = await parseBody(Forgotten, incoming);
  if (!isMailOn()) throw new ApiError("conflict", "This service sends no mail. Ask an admin for a new password.");
  await chargeTry(forgottenLimits(email, incoming.address));
  const person = await findPersonByEmail(email);
  if (person && person.disabledAt === null) {
    mailPasswordLink(person).catch((error: unknown) => logFailure("a link for a new password was not made", error));
  }
  return Response.json({});
}

/**
 * Says whose link it is. Anyone with the link may know that: they could also choose the password with it.
 * @throws ApiError not_found when the link no longer works, rate_limited
 */
export async function readLinkOwner(_request: Request, incoming: Incoming): Promise<Response> {
  const { token } = await parseBody(PasswordLink, incoming);
  await chargeTry(linkOwnerLimits(incoming.address));
  const person = await findPasswordLink(token);
  if (!person) throw new ApiError("not_found", LINK_OVER);
  return Response.json({ email: person.email, name: person.name });
}

/**
 * Chooses a password with a link from an invitation or for a forgotten password. The person signs in with it
 * afterwards, in a browser that is now known to be theirs.
 * @throws ApiError not_found when the link no longer works, bad_request whose message begins with the field,
 * rate_limited
 */
export async function choosePassword(request: Request, incoming: Incoming): Promise<Response> {
  const { token, newPassword } = await parseBody(LinkedPassword, incoming);
  await chargeTry(linkLimits(incoming.address));
  const person = await findPasswordLink(token);
  if (!person) throw new ApiError("not_found", LINK_OVER);
  await requireHardToGuess(newPassword, person.email);
  // Hashing is slow, so it is done before the transaction.
  const newHash = await hashPassword(newPassword);
  await storeLinkedPassword(person.id, token, newHash);
  const headers = { "Set-Cookie": knownBrowserCookie(person.email, { secure: isSecure(request.headers) }) };
  return Response.json({ email: person.email }, { headers });
}
