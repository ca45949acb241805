import "server-only";
import type * as z from "zod/mini";
import { Semaphore } from "../concurrency/semaphore";
import { halfOfRest, Shares } from "../concurrency/shares";
import { widestBlock } from "../http/client-address";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { refund } from "../limits/window-store";
import { isSecure } from "../people/better-auth";
import { findPasswordHash } from "../people/password-store";
import { findSession } from "../people/session";
import { endOtherSessions, endSession, findPersonByEmail } from "../people/session-store";
import { singleton } from "../process/singleton";
import { askBetterAuth } from "./ask-better-auth";
import { recordFailedSignIn, recordSignIn } from "./audit-store";
import { chargeTry } from "./charge-try";
import { knownBrowserCookie, readKnownBrowser } from "./known-browser";
import { signInLimits } from "./limits";
import { authRefusal } from "./refusals";
import { Credentials } from "./schema";

/**
 * Maximum number of attempts in progress, for known browsers and for all others. Strangers can use up the latter. One
 * network or known browser may have half of what the others leave free.
 */
const MAX_ATTEMPTS = 12;
const attempts = singleton("sign-in.attempts", () => ({
  known: new Shares(halfOfRest(MAX_ATTEMPTS)),
  others: new Shares(halfOfRest(MAX_ATTEMPTS)),
  // A password takes some 0.2 s to check. One at a time, so that a known browser waits for one of them at most.
  turns: new Semaphore({ maxTaken: 1, maxWaiting: MAX_ATTEMPTS, maxWaitMs: 10_000 }),
}));

/**
 * Signs a person in with e-mail and password. Attempts are limited by IP address and by e-mail address. Successes
 * and failures are recorded in the audit.
 * @throws ApiError unauthorized, forbidden, rate_limited with Retry-After, unavailable, or the error of a bad body
 */
export async function signIn(request: Request, incoming: Incoming): Promise<Response> {
  const credentials = await parseBody(Credentials, incoming);
  const browser = readKnownBrowser(incoming.header("cookie"), credentials.email);
  const giveBack = browser ? attempts.known.take(browser) : attempts.others.take(widestBlock(incoming.address));
  if (!giveBack) {
    throw new ApiError("unavailable", "Many people are signing in right now. Try again.", { "Retry-After": "1" });
  }
  try {
    return await checkPassword(request, incoming.address, browser, credentials);
  } finally {
    giveBack();
  }
}

async function checkPassword(
  request: Request,
  address: string,
  browser: string | null,
  { email, password }: z.infer<typeof Credentials>,
): Promise<Response> {
  const person = await findPersonByEmail(email);
  const hasOneTimePassword = person?.mustChangePassword ?? false;
  const charges = await chargeTry(signInLimits({ email, address, browser, hasOneTimePassword }));
  const checkedHash = await findPasswordHash({ email });
  const ask = () => askBetterAuth(request, { email, password }, address);
  const answer = await (browser ? ask() : attempts.turns.within(ask));
  // If the password was replaced while it was checked, it no longer opens a session.
  const isReplaced = answer.ok && (await findPasswordHash({ email })) !== checkedHash;
  if (isReplaced && answer.token !== null) await endSession(answer.token);
  if (answer.status === 401 || isReplaced) {
    await recordFailedSignIn(person, address);
    throw new ApiError("unauthorized", "The e-mail address or the password is wrong.");
  }
  // Only a 401 counts as a failed attempt.
  await refund(charges);
  if (answer.code === "PASSWORD_EXPIRED") throw passwordExpired(email);
  if (!answer.ok || !person) throw authRefusal(answer.status);
  // The session that this one replaces, as when a person enters the password again.
  const earlier = await findSession(request.headers);
  if (earlier?.personId === person.id) await endOtherSessions(person.id, "", [earlier.id]);
  // Recorded before the cookies are sent, so that no browser gets a session without an entry in the audit.
  await recordSignIn(email, address);
  const headers = new Headers(answer.headers);
  headers.append("Set-Cookie", knownBrowserCookie(email, { secure: isSecure(request.headers) }));
  return new Response("{}", { headers });
}

function passwordExpired(email: string): ApiError {
  const command = `npm run staff -- reset ${email}`;
  const message = `This one-time password has expired. Ask an admin for a new one, or run on the server: ${command}`;
  return new ApiError("forbidden", message);
}
