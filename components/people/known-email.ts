import * as z from "zod/mini";
import { readSession, writeSession } from "@/lib/tab-storage";

const NAME = "people.email";
const Known = z.object({ email: z.string() });

/** Keeps in this tab who is signed in, for the form that asks to sign in again. */
export const keepEmail = (email: string) => writeSession(NAME, { email });

/** The address of the person who was signed in in this tab; null after they signed out themselves. */
export const readEmail = () => readSession(NAME, Known)?.email ?? null;

/** Forgets it. */
export const forgetEmail = () => writeSession(NAME, null);
