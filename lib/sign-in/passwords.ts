import "server-only";
import { logFailure } from "../database/health";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { refund } from "../limits/window-store";
import { isMailOn } from "../mail/store";
import { findSession, isSecure } from "../people/better-auth";
import { isEasyToGuess } from "../people/form";
import {
  findPasswordHash,
  findPasswordLink,
  LINK_OVER,
  mailPasswordLink,
  storeLinkedPassword,
  storeOwnPassword,
} from "../people/password-store";
import { hashPassword, verifyPassword } from "../people/passwords";
import { findPerson } from "../people/session-store";
import { sessionCookieHeaders } from "./ask-better-auth";
import { chargeTry, forgottenLimits, knownBrowserCookie, linkLimits, passwordChangeLimit } from "./limits";
import { Forgotten, LinkedPassword, PasswordChange, PasswordLink } from "./schema";

/** @throws ApiError unauthorized, conflict, rate_limited, or bad_request whose message begins with the field */
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
  const token = await storeOwnPassword({ personId, sessionId, checkedHash, newHash });
  if (token === null) throw new ApiError("unauthorized", "Your session has ended. Sign in again.");
  return new Response("{}", { headers: await sessionCookieHeaders(request, token) });
}

/** @throws ApiError bad_request whose message begins with the field */
async function requireHardToGuess(newPassword: string, email: string): Promise<void> {
  if (!(await isEasyToGuess(newPassword, email))) return;
  throw badField(
    "newPassword",
    "must be harder to guess: it is like a common password or your e-mail address. Try four unrelated words",
  );
}

const badField = (field: string, rule: string) => new ApiError("bad_request", `${field} ${rule}`);

/**
 * Mails a link for choosing a new password, if anybody has this e-mail address. Neither the answer nor its timing
 * reveals whether somebody has: the link is made after the answer.
 * @throws ApiError conflict when the service sends no mail, rate_limited with Retry-After
 */
export async function askForLink(_request: Request, incoming: Incoming): Promise<Response> {
  const { email } = await parseBody(Forgotten, incoming);
  if (!isMailOn()) throw new ApiError("conflict", "This service sends no mail. Ask an admin for a new password.");
  await chargeTry(forgottenLimits(email, incoming.address));
  const person = await findPerson({ email });
  if (person && person.disabledAt === null) {
    mailPasswordLink(person).catch((error: unknown) => logFailure("a link for a new password was not made", error));
  }
  return Response.json({});
}

/**
 * Anyone with the link may know whose it is: they could also choose the password with it.
 * @throws ApiError not_found when the link no longer works, rate_limited
 */
export async function readLinkOwner(_request: Request, incoming: Incoming): Promise<Response> {
  const { token } = await parseBody(PasswordLink, incoming);
  await chargeTry(linkLimits(incoming.address, "link-owner"));
  const person = await findPasswordLink(token);
  if (!person) throw new ApiError("not_found", LINK_OVER);
  return Response.json({ email: person.email, name: person.name });
}

/**
 * The browser is now known to be that of the person, who signs in with the password afterwards.
 * @throws ApiError not_found when the link no longer works, bad_request whose message begins with the field, rate_limited
 */
export async function choosePassword(request: Request, incoming: Incoming): Promise<Response> {
  const { token, newPassword } = await parseBody(LinkedPassword, incoming);
  await chargeTry(linkLimits(incoming.address, "link"));
  const person = await findPasswordLink(token);
  if (!person) throw new ApiError("not_found", LINK_OVER);
  await requireHardToGuess(newPassword, person.email);
  // Hashing is slow, so it is done before the transaction.
  const newHash = await hashPassword(newPassword);
  await storeLinkedPassword(person.id, token, newHash);
  const headers = { "Set-Cookie": knownBrowserCookie(person.email, { secure: isSecure(request.headers) }) };
  return Response.json({ email: person.email }, { headers });
}
