import "server-only";
import { recordAudit } from "../audit/store";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { isSecure } from "../people/auth";
import { findPersonByEmail, type SignInState } from "../people/session-store";
import { singleton } from "../singleton";
import { timeWords } from "../time-words";
import { askBetterAuth } from "./better-auth";
import { knownBrowserCookie, readKnownBrowser } from "./known-browser";
import { limitsOf, type SignInLimit } from "./limits";
import { foreignPage } from "./own-page";
import { Credentials } from "./schema";
import { type Charge, chargeAll, countUp, giveBack } from "./store";

/** Most passwords that one process checks at a time: each takes a processor for a while. */
const MAX_UNDER_WAY = 32;
const AUDIT_WINDOW_SECONDS = 3_600;
const underWay = singleton("sign-ins", () => ({ count: 0 }));

/**
 * Signs a person in with e-mail and password. Tries are limited by address and by account; success and failure are
 * written down.
 * @throws ApiError unauthorized, forbidden, rate_limited with Retry-After, unavailable, or what a bad body is
 */
export async function signIn(request: Request, incoming: Incoming): Promise<Response> {
  const credentials = await parseBody(Credentials, incoming);
  if (underWay.count >= MAX_UNDER_WAY) {
    throw new ApiError("unavailable", "Many people are signing in right now. Try again.", { "Retry-After": "1" });
  }
  underWay.count++;
  try {
    return await checkPassword(request, incoming, credentials);
  } finally {
    underWay.count--;
  }
}

async function checkPassword(
  request: Request,
  incoming: Incoming,
  { email, password }: { email: string; password: string },
): Promise<Response> {
  const account = await findPersonByEmail(email);
  const browser = readKnownBrowser(incoming.header("cookie"), email);
  const oneTime = account?.mustChangePassword ?? false;
  const charges = await charge(limitsOf({ email, address: incoming.address, browser, oneTime }));
  const answer = await askBetterAuth(request, { email, password }, incoming.address);
  if (answer.status === 401) {
    await recordFailure(account, incoming.address);
    throw new ApiError("unauthorized", "The e-mail or the password is not right.");
  }
  // Whatever else it is, it is no wrong guess.
  await giveBack(charges);
  if (answer.code === "PASSWORD_EXPIRED") throw passwordExpired(email);
  if (!answer.ok || !account) throw refusalOf(answer.status);
  // Nobody gets a session that is not written down.
  await recordAudit({ actor: email, action: "person.sign_in", subject: email, details: from(incoming.address) });
  const headers = new Headers(answer.headers);
  headers.append("Set-Cookie", knownBrowserCookie(email, { secure: isSecure(request.headers) }));
  return new Response("{}", { headers });
}

/** Charges a try. @throws ApiError rate_limited with Retry-After */
export async function charge(limits: readonly SignInLimit[]): Promise<Charge[]> {
  const charged = await chargeAll(limits);
  if (Array.isArray(charged)) return charged;
  const { waitSeconds } = charged;
  throw new ApiError("rate_limited", `Too many tries. Try again in ${timeWords(waitSeconds)}.`, {
    "Retry-After": String(waitSeconds),
  });
}

/** The refusal for a status of Better Auth that no caller knows better. */
export function refusalOf(status: number): ApiError {
  if (status === 403) return foreignPage();
  if (status === 401) return new ApiError("unauthorized", "You are not signed in.");
  if (status < 500) return new ApiError("bad_request", "That did not work. Check what you typed and try again.");
  return new ApiError("unavailable", "The service is not available right now. Please try again.");
}

function passwordExpired(email: string): ApiError {
  return new ApiError(
    "forbidden",
    `This one-time password has expired. Ask an admin for a new one, or run on the server: npm run staff -- reset ${email}`,
  );
}

/**
 * Writes down failures without letting a stranger fill the list: of each account, and of all unknown addresses together,
 * the first of an hour, the tenth, the hundredth … What was typed for an unknown address is not kept: it may be a password.
 */
async function recordFailure(account: SignInState | null, address: string): Promise<void> {
  const tries = await countUp(`failures:${account?.id ?? "unknown"}`, AUDIT_WINDOW_SECONDS);
  if (!/^10*$/.test(String(tries))) return;
  const subject = account?.email ?? "unknown e-mail addresses";
  await recordAudit({
    actor: "somebody",
    action: "person.sign_in_failed",
    subject,
    details: { ...from(address), ...(tries > 1 && { "tries within an hour": tries }) },
  });
}

const from = (address: string): { from?: string } => (address === "unknown" ? {} : { from: address });
