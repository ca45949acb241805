import "server-only";
import { db } from "../database/client";
import type { Prisma } from "../generated/prisma/client";
import { now } from "../process/clock";
import { DAY_MS, HOUR_SECONDS, MINUTE_SECONDS } from "../values/time";
import { MAX_LISTED_SESSIONS } from "./schema";
import { deviceWords } from "./words";

/** How long a session works without being used. */
export const SESSION_SECONDS = 12 * HOUR_SECONDS;
/** How long a session works after its person has signed in, even if it is used. */
const MAX_SESSION_MS = 7 * DAY_MS;
/** The use of a session is recorded if the last record is older than this. */
export const SESSION_USE_SECONDS = 5 * MINUTE_SECONDS;

export const oldestSession = () => new Date(now() - MAX_SESSION_MS);

type SignedIn = { role: string; mustChangePassword: boolean; since: Date };

/**
 * Reads the current role of a signed-in person, in one query. Returns null if the session has ended or belongs to
 * somebody else, or if the person is disabled.
 */
export async function findSignedIn(personId: string, sessionId: string): Promise<SignedIn | null> {
  const [found] = await db().$queryRaw<SignedIn[]>`
    SELECT users.role, users.must_change_password AS "mustChangePassword", sessions.created_at AS since
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id = ${sessionId} AND users.id = ${personId}
      AND sessions.expires_at > ${new Date(now())} AND sessions.created_at > ${oldestSession()}
      AND users.disabled_at IS NULL`;
  return found ?? null;
}

const SIGN_IN_STATE = {
  id: true,
  email: true,
  mustChangePassword: true,
  passwordExpiresAt: true,
  disabledAt: true,
} as const;

export type SignInState = Prisma.UserGetPayload<{ select: typeof SIGN_IN_STATE }>;

/** Finds a person by id or by e-mail address in lower case. Returns null if nobody has it. */
export async function findPerson(by: { id: string } | { email: string }): Promise<SignInState | null> {
  return db().user.findUnique({ where: by, select: SIGN_IN_STATE });
}

export async function recordLastSignIn(email: string): Promise<void> {
  await db().user.updateMany({ where: { email }, data: { lastSignInAt: new Date(now()) } });
}

export type ListedSession = Awaited<ReturnType<typeof listSessions>>[number];

/** Lists the unexpired sessions of a person, the most recently used first. `ownId` is that of the one who asks. */
export async function listSessions(personId: string, ownId: string) {
  const sessions = await db().session.findMany({
    where: { userId: personId, expiresAt: { gt: new Date(now()) }, createdAt: { gt: oldestSession() } },
    orderBy: { updatedAt: "desc" },
    take: MAX_LISTED_SESSIONS,
    select: { id: true, createdAt: true, updatedAt: true, ipAddress: true, userAgent: true },
  });
  return sessions.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
    id,
    isThis: id === ownId,
    device: deviceWords(userAgent),
    address: ipAddress,
    since: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
  }));
}

/** Ends the sessions of a person, all or those in `only`, but not `keep`. Returns how many. */
export async function endSessions(personId: string, only?: readonly string[], keep = ""): Promise<number> {
  const id = { not: keep, ...(only && { in: [...only] }) };
  return (await db().session.deleteMany({ where: { userId: personId, id } })).count;
}

export async function endSession(token: string): Promise<void> {
  await db().session.deleteMany({ where: { token } });
}
