import * as z from "zod/mini";
import { readFromTab, saveInTab } from "@/lib/tab-storage";

const NAME = "people.email";
const Known = z.object({ email: z.string() });

/** Keeps in this tab who is signed in, for the form that asks to sign in again. */
export const keepEmail = (email: string) => saveInTab(NAME, { email });

/** The address of the person who was signed in in this tab; null after they signed out themselves. */
export const readEmail = () => readFromTab(NAME, Known)?.email ?? null;

/** Forgets it. */
export const forgetEmail = () => saveInTab(NAME, null);
