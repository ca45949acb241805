import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as z from "zod/mini";
import { singleton } from "../process/singleton";
import { EmailAddress, typedText } from "../values/text";
import { MAX_PERSON_NAME_LENGTH, Role } from "./schema";

const isAddress = (text: string) => EmailAddress.safeParse(text).success;

export const InvitationValues = z.object({
  name: typedText(MAX_PERSON_NAME_LENGTH, { what: "The name" }),
  email: z.string().check(z.refine(isAddress, "Enter an e-mail address such as vera@shelter.example")),
  role: Role,
});
export type InvitationValues = z.infer<typeof InvitationValues>;

export const NameValues = z.object({
  name: typedText(MAX_PERSON_NAME_LENGTH, { what: "The name", empty: "Enter a name" }),
});
export type NameValues = z.infer<typeof NameValues>;

/** Only this many characters are scored. Scoring more is slow and changes nothing. */
const SCORED_LENGTH = 64;
/** The lowest score that is accepted, of zxcvbn's 0 to 4. It stands for more than 10^8 guesses. */
const MIN_SCORE = 3;
const LOCAL_WORDS = ["shelter", "pet", "pets", "animal", "adoption", "staff", "admin"];

/** Whether a password is common, or easy to derive from a common one or from the e-mail address. */
export async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  const zxcvbn = await singleton("zxcvbn", loadZxcvbn);
  const words = [...LOCAL_WORDS, email, ...email.split(/[@.]/)].filter((word) => word.length > 2);
  return zxcvbn.check(password.slice(0, SCORED_LENGTH), words).score < MIN_SCORE;
}

/** Loads zxcvbn on first use: its word lists take memory, and most processes and pages never need them. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
