import * as z from "zod/mini";
import { readFromTab, saveInTab } from "@/lib/tab-storage";

const NAME = "people.email";
const Known = z.object({ email: z.string() });

/**
 * Remembers in this tab who is signed in, so that the form that asks them to sign in again can fill in the e-mail
 * address.
 */
export const keepEmail = (email: string) => saveInTab(NAME, { email });

/**
 * Returns the e-mail address of the person who signed in last in this tab, or null after they signed out themselves.
 */
export const readEmail = () => readFromTab(NAME, Known)?.email ?? null;

/** Forgets the e-mail address, because the person has signed out themselves. */
export const forgetEmail = () => saveInTab(NAME, null);
