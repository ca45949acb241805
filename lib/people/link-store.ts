import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { generateRandomString } from "better-auth/crypto";
import { type Db, db } from "../database/client";
import type { Transaction } from "../database/transaction";
import { deleteMailAbout, enqueueMail } from "../mail/store";
import { now } from "../process/clock";
import { DAY_MS, HOUR_MS } from "../values/time";
import type { Invitation } from "./schema";

/** How long an invitation works, and a link for a forgotten password. Their e-mails say so too. */
export const INVITATION_MS = 7 * DAY_MS;
export const FORGOTTEN_MS = HOUR_MS;

/** 32 characters from an alphabet of 62 carry 190 random bits. */
const TOKEN_LENGTH = 32;
const PREFIX = "password-link:";

type LinkFor = { id: string; email: string; template: "invitation" | "new_password"; lifetimeMs: number };

/**
 * Makes a link for choosing a password, which works once. An invitation replaces the person's earlier links. A link for
 * a forgotten password leaves them: anyone can ask for one, and must not end the others. The database stores only the
 * hash of its token. The token comes after the `#` of the URL, which browsers never send.
 */
export async function makePasswordLink(
  tx: Transaction,
  { id, email, template, lifetimeMs }: LinkFor,
): Promise<Invitation> {
  if (template === "invitation") await deletePasswordLinks(tx, id);
  else await deleteExpiredLinks(tx, id);
  const token = generateRandomString(TOKEN_LENGTH, "a-z", "A-Z", "0-9");
  const expiresAt = new Date(now() + lifetimeMs);
  const link = { id: randomUUID(), identifier: identifierOf(token), value: id, expiresAt };
  await tx.verification.create({ data: link, select: { id: true } });
  const path = `/staff/password#${token}`;
  const isMailed = await enqueueMail(tx, { to: email, template, data: { path }, about: aboutPerson(id) });
  return { email, link: isMailed ? null : path, expiresAt: expiresAt.toISOString() };
}

/** Deletes a person's links and the e-mails that contain them, for example after a new password. */
export async function deletePasswordLinks(tx: Db, personId: string): Promise<void> {
  await tx.verification.deleteMany({ where: { value: personId, identifier: { startsWith: PREFIX } } });
  await deleteMailAbout(tx, aboutPerson(personId));
}

async function deleteExpiredLinks(tx: Db, personId: string): Promise<void> {
  const expiresAt = { lte: new Date(now()) };
  await tx.verification.deleteMany({ where: { value: personId, identifier: { startsWith: PREFIX }, expiresAt } });
}

const aboutPerson = (id: string) => `person:${id}`;

type Owner = { id: string; email: string; name: string };

/** Finds whose link this is. Returns null if it no longer works. */
export async function findPasswordLink(token: string, tx: Db = db()): Promise<Owner | null> {
  const where = { identifier: identifierOf(token), expiresAt: { gt: new Date(now()) } };
  const link = await tx.verification.findFirst({ where, select: { value: true } });
  if (!link) return null;
  const person = { id: link.value, disabledAt: null };
  return tx.user.findFirst({ where: person, select: { id: true, email: true, name: true } });
}

function identifierOf(token: string): string {
  return PREFIX + createHash("sha256").update(token).digest("base64url");
}
