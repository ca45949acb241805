import * as z from "zod/mini";
import { readFromTab, saveInTab } from "@/lib/tab-storage";

const NAME = "people.email";
const Known = z.object({ email: z.string() });

/** Remembers in this tab who is signed in, so that the form for signing in again already has the e-mail address. */
export const saveEmail = (email: string) => saveInTab(NAME, { email });

/** Returns the e-mail address of the person who last signed in in this tab, or null after they have signed out. */
export const readEmail = () => readFromTab(NAME, Known)?.email ?? null;

/** Forgets the e-mail address when the person signs out. */
export const forgetEmail = () => saveInTab(NAME, null);
