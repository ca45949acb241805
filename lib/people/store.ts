import "server-only";
import { randomInt, randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { now } from "../clock";
import { type Db, db } from "../database/client";
import { DomainError } from "../domain-error";
import { env } from "../env";
import { HOUR_MS } from "../time";
import { Person, type PersonChange, type Role } from "./schema";

/** No letters or digits that look alike: people type this from a terminal or a note. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;
/** Most people that one listing shows. */
const MAX_LISTED = 1_000;

const COLUMNS = {
  id: true,
  email: true,
  role: true,
  disabledAt: true,
  mustChangePassword: true,
  passwordExpiresAt: true,
  createdAt: true,
} as const;

type NewAccount = { email: string; role: Role; oneTime: boolean };

/**
 * Creates a staff account and returns its password in clear, this once. A one-time password has to be changed at the first
 * sign-in, and expires without one.
 * @throws DomainError conflict when the address has an account already
 */
export async function addStaff(
  { email, role, oneTime }: NewAccount,
  on: Db = db(),
): Promise<{ email: string; password: string }> {
  const address = email.toLowerCase();
  const { password, hash } = await newPassword();
  const id = randomUUID();
  if (await on.user.findUnique({ where: { email: address }, select: { id: true } })) throw exists(address);
  try {
    await on.user.create({
      data: {
        id,
        email: address,
        name: address.slice(0, address.indexOf("@")),
        emailVerified: true,
        mustChangePassword: oneTime,
        passwordExpiresAt: oneTime ? oneTimePasswordEnd() : null,
        role,
        accounts: { create: { id: randomUUID(), accountId: id, providerId: "credential", password: hash } },
      },
      select: { id: true },
    });
  } catch (error) {
    if ((error as { code?: string }).code === "P2002") throw exists(address);
    throw error;
  }
  return { email: address, password };
}

const exists = (address: string) => new DomainError("conflict", `${address} has an account already`);

/** Lists the people, in the order of their addresses. */
export async function listPeople(): Promise<Person[]> {
  const rows = await db().user.findMany({ select: COLUMNS, orderBy: { email: "asc" }, take: MAX_LISTED });
  return rows.map(toPerson);
}

/**
 * Changes what a person may do; a disabled one is signed out everywhere at once. One admin is always left.
 * @throws DomainError not_found, or conflict for the last admin who is not disabled
 */
export async function changePerson(id: string, change: PersonChange, on?: Db): Promise<Person> {
  if (!on) return db().$transaction((transaction) => changePerson(id, change, transaction));
  const { role, disabled } = change;
  if (role === "staff" || disabled) await keepAnAdmin(id, on);
  await readPerson(id, on);
  // Also when somebody is enabled again: a sign-in that was under way may have left a session.
  if (disabled !== undefined) await on.session.deleteMany({ where: { userId: id } });
  const row = await on.user.update({
    where: { id },
    data: {
      ...(role !== undefined && { role }),
      ...(disabled !== undefined && { disabledAt: disabled ? new Date() : null }),
    },
    select: COLUMNS,
  });
  return toPerson(row);
}

/**
 * Locks the admins who are not disabled, so that two changes cannot each leave the other's admin as the last one.
 * @throws DomainError conflict when this person is the only one
 */
async function keepAnAdmin(id: string, on: Db): Promise<void> {
  const admins = await on.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id FOR NO KEY UPDATE`;
  if (admins.length === 1 && admins[0]?.id === id) {
    throw new DomainError("conflict", "This is the last admin. Make somebody else an admin first");
  }
}

/**
 * Gives a person a new one-time password, returned in clear this once, and signs them out everywhere.
 * @throws DomainError not_found
 */
export async function resetPassword(id: string, on: Db = db()): Promise<{ email: string; password: string }> {
  const { email } = await readPerson(id, on);
  const { password, hash } = await newPassword();
  await on.account.updateMany({ where: { userId: id, providerId: "credential" }, data: { password: hash } });
  await on.session.deleteMany({ where: { userId: id } });
  await on.user.update({
    where: { id },
    data: { mustChangePassword: true, passwordExpiresAt: oneTimePasswordEnd() },
    select: { id: true },
  });
  return { email, password };
}

/**
 * The same for the person with this e-mail address.
 * @throws DomainError not_found
 */
export async function resetPasswordOf(email: string, on: Db = db()): Promise<{ email: string; password: string }> {
  const found = await on.user.findUnique({ where: { email }, select: { id: true } });
  if (!found) throw new DomainError("not_found", `There is no account with the address ${email}`);
  return resetPassword(found.id, on);
}

/** Notes that a person chose a password of their own: from here on the account is fully open. */
export async function passwordWasChanged(userId: string, on: Db = db()): Promise<void> {
  await on.user.updateMany({ where: { id: userId }, data: { mustChangePassword: false, passwordExpiresAt: null } });
}

function oneTimePasswordEnd(): Date {
  return new Date(now() + env().ONE_TIME_PASSWORD_HOURS * HOUR_MS);
}

/** Reads one person. @throws DomainError not_found */
export async function readPerson(id: string, on: Db = db()): Promise<Person> {
  const row = await on.user.findUnique({ where: { id }, select: COLUMNS });
  if (!row) throw new DomainError("not_found", "There is no person with this id");
  return toPerson(row);
}

function toPerson(
  row: Pick<Person, "id" | "email" | "mustChangePassword"> & {
    role: string;
    disabledAt: Date | null;
    passwordExpiresAt: Date | null;
    createdAt: Date;
  },
): Person {
  const { disabledAt, passwordExpiresAt, createdAt, ...rest } = row;
  return Person.parse({
    ...rest,
    disabled: disabledAt !== null,
    passwordExpiresAt: passwordExpiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  });
}

/** 20 characters of a 31-letter alphabet: 99 random bits. */
async function newPassword(): Promise<{ password: string; hash: string }> {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const password = Array.from({ length: GROUPS }, group).join("-");
  return { password, hash: await hashPassword(password) };
}
