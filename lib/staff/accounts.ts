import "server-only";
import { randomInt, randomUUID } from "node:crypto";
import { db } from "../db";
import { auth } from "./auth";

/** No letters or digits that look alike: people type this from a terminal or a note. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/**
 * Creates a staff account and returns its password in clear, this once. A one-time password has to be changed at the first
 * sign-in.
 * @throws Error with one line when the address has an account already
 */
export async function addStaff(email: string, { oneTime }: { oneTime: boolean }): Promise<{ password: string }> {
  const address = email.toLowerCase();
  const password = generatePassword();
  const { password: hasher } = await auth().$context;
  const hash = await hasher.hash(password);
  const id = randomUUID();
  try {
    await db().user.create({
      data: {
        id,
        email: address,
        name: address.slice(0, address.indexOf("@")),
        emailVerified: true,
        mustChangePassword: oneTime,
        accounts: { create: { id: randomUUID(), accountId: id, providerId: "credential", password: hash } },
      },
      select: { id: true },
    });
  } catch (error) {
    if ((error as { code?: string }).code === "P2002") throw new Error(`${address} has an account already`);
    throw error;
  }
  return { password };
}

/** 20 characters of a 31-letter alphabet: 99 random bits. */
function generatePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
