import "server-only";
import { randomUUID } from "node:crypto";
import { type Actor, audited, fieldsOf, lockAudited } from "../audit/store";
import { type Db, db } from "../database/client";
import type { Transaction } from "../database/transaction";
import { conflict, DomainError } from "../domain";
import type { Prisma } from "../generated/prisma/client";
import type { PageQuery } from "../http/paging";
import { now } from "../process/clock";
import { type Listed, numbered, type PageRange, readPage } from "../values/cursor";
import { localPartOf, shownName } from "../values/person-name";
import { invitationEnd, lockPerson, makePasswordLink, ofPerson, replacePassword } from "./password-store";
import { newOneTimePassword } from "./passwords";
import { type Invitation, type NewPerson, NO_PERSON, type OneTimePassword, Person, type PersonChange } from "./schema";

const COLUMNS = {
  id: true,
  email: true,
  name: true,
  role: true,
  disabledAt: true,
  mustChangePassword: true,
  passwordExpiresAt: true,
  createdAt: true,
  lastSignInAt: true,
  version: true,
  accounts: { where: { providerId: "credential" }, take: 1, select: { password: true } },
} as const;

type Added<T> = T & { id: string };

/**
 * Adds a person and returns their one-time password in plain text. Only its hash is stored.
 * @throws DomainError conflict when the e-mail address is taken
 */
export async function addPerson(actor: Actor, person: NewPerson): Promise<Added<OneTimePassword>> {
  // Hashing is slow, so it is done before the transaction.
  const { password, ...secret } = await newOneTimePassword();
  return storePerson(actor, person, { ...secret, action: "person.add" }, () => ({ email: person.email, password }));
}

/**
 * Adds a person without a password. They get a link to choose one: by mail, or through the actor.
 * @throws DomainError conflict when the e-mail address is taken
 */
export function invitePerson(actor: Actor, person: NewPerson): Promise<Added<Invitation>> {
  const secret = { hash: null, expiresAt: invitationEnd(), action: "person.invite" } as const;
  return storePerson(actor, person, secret, (tx, id) =>
    makePasswordLink(tx, { id, email: person.email, template: "invitation" }),
  );
}

type FirstSecret = { hash: string | null; expiresAt: Date; action: "person.add" | "person.invite" };

function storePerson<T>(
  actor: Actor,
  { email, role, name = localPartOf(email) }: NewPerson,
  { hash, expiresAt, action }: FirstSecret,
  answer: (tx: Transaction, id: string) => T | Promise<T>,
): Promise<Added<T>> {
  const id = randomUUID();
  const accounts = { create: { id: randomUUID(), accountId: id, providerId: "credential", password: hash } };
  const own = { id, email, name, role, accounts };
  const first = { emailVerified: true, mustChangePassword: true, passwordExpiresAt: expiresAt };
  return audited(
    actor,
    async (tx) => {
      if (await tx.user.findUnique({ where: { email }, select: { id: true } })) {
        throw conflict(`There is already a person with the e-mail address ${email}`);
      }
      await tx.user.create({ data: { ...own, ...first }, select: { id: true } });
      return { id, ...(await answer(tx, id)) };
    },
    () => ({ ...ofPerson(id), action, fields: fieldsOf({}, { role }) }),
  );
}

/**
 * Gives an invited person another link. The previous one stops working.
 * @throws DomainError not_found; conflict when the person has a password or is disabled
 */
export async function renewInvitation(actor: Actor, id: string): Promise<Invitation> {
  return audited(
    actor,
    async (tx) => {
      const { email, invited, disabled } = await getPerson(id, tx);
      if (!invited || disabled) throw conflict("This person is not waiting for an invitation");
      await tx.user.update({ where: { id }, data: { passwordExpiresAt: invitationEnd() }, select: { id: true } });
      return makePasswordLink(tx, { id, email, template: "invitation" });
    },
    () => ({ ...ofPerson(id), action: "person.invite_again" }),
  );
}

/** Lists the people, those who were added last first. */
export async function listPeople(query: PageQuery): Promise<Listed<Person>> {
  const read = (range: PageRange) => db().user.findMany({ ...numbered(range), select: { ...COLUMNS, number: true } });
  const { entries, ...page } = await readPage(query, { read, idOf: ({ number }) => number });
  return { data: entries.map(toPerson), page };
}

/**
 * Disabling signs the person out everywhere. At least one enabled admin always remains.
 * @throws DomainError not_found; conflict for the actor's own role or access, or for the last enabled admin
 */
export async function changePerson(actor: Actor, id: string, change: PersonChange): Promise<VersionedPerson> {
  const changesRights = change.role !== undefined || change.disabled !== undefined;
  if (changesRights && "personId" in actor && actor.personId === id) {
    throw conflict("Admins cannot change their own role or disable themselves. Ask another admin");
  }
  const { after } = await audited(
    actor,
    async (tx) => {
      const before = await getPerson(id, tx);
      if (change.role === "staff" || change.disabled) await requireAnotherAdmin(tx, id);
      return { before, after: await updatePerson(tx, before, change) };
    },
    ({ before, after }) => {
      const { name, role, disabled } = after;
      const fields = fieldsOf(before, { name, role, disabled });
      const action = actionOf(before, after);
      return action && { ...ofPerson(id), action, fields };
    },
  );
  return after;
}

/** What is said of a change of several fields. */
function actionOf(before: Person, { disabled, role, name }: Person) {
  if (disabled !== before.disabled) return disabled ? "person.disable" : "person.enable";
  if (role !== before.role) return "person.role";
  return name === before.name ? null : "person.name";
}

async function updatePerson(
  tx: Db,
  { id, ...before }: Person,
  { role, disabled, name }: PersonChange,
): Promise<VersionedPerson> {
  // Enabling ends sessions too: a sign-in in progress when the person was disabled may have left one.
  if (disabled !== undefined) await tx.session.deleteMany({ where: { userId: id } });
  const row = await tx.user.update({
    where: { id },
    data: {
      ...(role !== undefined && { role }),
      ...(name !== undefined && { name }),
      ...(disabled !== undefined && disabled !== before.disabled && { disabledAt: disabled ? new Date(now()) : null }),
    },
    select: COLUMNS,
  });
  return toPerson(row);
}

/**
 * Requires another enabled admin. Audited changes run one after another, so two of them cannot remove the last two.
 * @throws DomainError conflict when this person is the only enabled admin
 */
async function requireAnotherAdmin(tx: Db, id: string): Promise<void> {
  const where = { role: "admin", disabledAt: null };
  const admins = await tx.user.findMany({ where, select: { id: true }, take: 2 });
  if (admins.length === 1 && admins[0]?.id === id) {
    throw conflict("This is the last admin. Make somebody else an admin first");
  }
}

/** Signs a person out everywhere. @throws DomainError not_found */
export async function endSessionsOf(actor: Actor, id: string): Promise<void> {
  await audited(
    actor,
    async (tx) => {
      await getPerson(id, tx);
      return tx.session.deleteMany({ where: { userId: id } });
    },
    ({ count }) => (count > 0 ? { ...ofPerson(id), action: "person.sign_out" } : null),
  );
}

/** Also signs the person out everywhere. The password is returned in plain text. @throws DomainError not_found */
export async function resetPassword(actor: Actor, who: { id: string } | { email: string }): Promise<OneTimePassword> {
  const { password, ...secret } = await newOneTimePassword();
  const { email } = await audited(
    actor,
    async (tx) => {
      const person = await tx.user.findUnique({ where: who, select: { id: true, email: true } });
      if (!person)
        throw new DomainError(
          "not_found",
          "id" in who ? NO_PERSON : `There is no person with the e-mail address ${who.email}`,
        );
      await lockPerson(tx, person.id);
      await replacePassword(tx, person.id, secret);
      return person;
    },
    ({ id }) => ({ ...ofPerson(id), action: "person.password" }),
  );
  return { email, password };
}

/** Until the end of the transaction, admins do not change the person. Returns the version. @throws DomainError not_found */
export async function lockForAdmin(tx: Transaction, id: string): Promise<bigint> {
  await lockAudited(tx);
  return (await getPerson(id, tx)).version;
}

/** @throws DomainError not_found */
export async function getPerson(id: string, tx: Db = db()): Promise<VersionedPerson> {
  const row = await tx.user.findUnique({ where: { id }, select: COLUMNS });
  if (!row) throw new DomainError("not_found", NO_PERSON);
  return toPerson(row);
}

type VersionedPerson = Person & { version: bigint };

function toPerson(row: Prisma.UserGetPayload<{ select: typeof COLUMNS }>): VersionedPerson {
  const { disabledAt, passwordExpiresAt, createdAt, lastSignInAt, accounts, version, ...rest } = row;
  const person = Person.parse({
    ...rest,
    name: shownName(row),
    disabled: disabledAt !== null,
    passwordExpiresAt: passwordExpiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    invited: row.mustChangePassword && accounts[0]?.password === null,
  });
  return { ...person, version: BigInt(version) };
}
