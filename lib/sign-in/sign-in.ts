import "server-only";
import type * as z from "zod/mini";
import { recordSignIn } from "../audit/sign-in-store";
import { halfOfRest, Semaphore, Shares } from "../concurrency/capacity";
import { db } from "../database/client";
import { widestBlock } from "../http/client-address";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { countUp, refund } from "../limits/window-store";
import { findSession, isSecure } from "../people/better-auth";
import { findPasswordHash } from "../people/password-store";
import { endSession, endSessions, findPerson, recordLastSignIn, type SignInState } from "../people/session-store";
import { singleton } from "../process/singleton";
import { HOUR_SECONDS } from "../values/time";
import { authRefusal, closeSession, openSession } from "./ask-better-auth";
import { chargeTry, knownBrowserCookie, readKnownBrowser, signInLimits } from "./limits";
import { Credentials, SessionsToEnd } from "./schema";

/**
 * Records wrong passwords, but not all of them, so that a stranger cannot flood the list: the first, tenth, hundredth
 * (and so on) of an hour, for each person and for all unknown e-mail addresses together. An unknown address is not
 * stored, because it may be a password that was typed into the wrong field.
 */
async function recordFailedSignIn(person: SignInState | null, address: string | null): Promise<void> {
  const tries = await countUp(db(), `failures:${person?.id ?? "unknown"}`, HOUR_SECONDS);
  if (/^10*$/.test(String(tries)))
    await recordSignIn({ event: "failed", personId: person?.id ?? null, address, tries });
}

const known = (address: string) => (address === "unknown" ? null : address);

/** Attempts in progress, for known browsers and for all others. One may have half of what the others leave free. */
const MAX_ATTEMPTS = 12;
const attempts = singleton("sign-in.attempts", () => ({
  known: new Shares(halfOfRest(MAX_ATTEMPTS)),
  others: new Shares(halfOfRest(MAX_ATTEMPTS)),
  // A password takes some 0.2 s to check. One at a time, so that a known browser waits for one of them at most.
  turns: new Semaphore({ maxTaken: 1, maxWaiting: MAX_ATTEMPTS, maxWaitMs: 10_000 }),
}));

/**
 * Attempts are limited by IP address and by e-mail address, and recorded.
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
  const person = await findPerson({ email });
  const hasOneTimePassword = person?.mustChangePassword ?? false;
  const charges = await chargeTry(signInLimits({ email, address, browser, hasOneTimePassword }));
  const checkedHash = await findPasswordHash({ email });
  const open = () => openSession(request, { email, password }, address);
  const { token, headers, refused } = await (browser ? open() : attempts.turns.within(open));
  // If the password was replaced while it was checked, it no longer opens a session.
  const isReplaced = token !== null && (await findPasswordHash({ email })) !== checkedHash;
  if (isReplaced) await endSession(token);
  if (isReplaced || refused?.status === 401) {
    await recordFailedSignIn(person, known(address));
    throw new ApiError("unauthorized", "The e-mail address or the password is wrong.");
  }
  // Only a 401 counts as a failed attempt.
  await refund(charges);
  if (refused?.code === "PASSWORD_EXPIRED") throw passwordExpired(email);
  if (refused || !person) throw authRefusal(refused?.status ?? 401);
  // The session that this one replaces, as when a person enters the password again.
  const earlier = await findSession(request.headers);
  if (earlier?.personId === person.id) await endSessions(person.id, [earlier.id]);
  // Recorded before the cookies are sent, so that no browser gets a session without an entry.
  await recordSignIn({ event: "signed_in", personId: person.id, address: known(address) });
  await recordLastSignIn(email);
  headers.append("Set-Cookie", knownBrowserCookie(email, { secure: isSecure(request.headers) }));
  return new Response("{}", { headers });
}

function passwordExpired(email: string): ApiError {
  const command = `npm run staff -- reset ${email}`;
  const message = `This one-time password has expired. Ask an admin for a new one, or run on the server: ${command}`;
  return new ApiError("forbidden", message);
}

/**
 * Without a session, it does nothing and succeeds.
 * @throws what the database throws
 */
export async function signOut(request: Request): Promise<Response> {
  const session = await findSession(request.headers);
  if (session) {
    // Better Auth would report success even if it could not reach the database.
    await endSessions(session.personId, [session.id]);
    await recordSignIn({ event: "signed_out", personId: session.personId });
  }
  return new Response("{}", { headers: await closeSession(request) });
}

/**
 * Ends the other sessions that the body names, or all.
 * @throws ApiError unauthorized, or bad_request whose message begins with the field
 */
export async function signOutElsewhere(request: Request, incoming: Incoming): Promise<Response> {
  const session = await findSession(request.headers);
  if (!session) throw authRefusal(401);
  const { sessions } = await parseBody(SessionsToEnd, incoming);
  if ((await endSessions(session.personId, sessions, session.id)) > 0) {
    const event = sessions ? "signed_out_device" : "signed_out_elsewhere";
    await recordSignIn({ event, personId: session.personId });
  }
  return Response.json({});
}
