import "server-only";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { singleton } from "../singleton";

/** Shortest password that a person may choose. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

/** Characters that are judged: more would take long and change nothing. */
const JUDGED_LENGTH = 64;
/** Of zxcvbn's scores from 0 to 4 the lowest that is accepted: more than 10^8 guesses. */
const LOWEST_SCORE = 3;
/** What everybody here would try first. */
const LOCAL_WORDS = ["shelter", "pet", "pets", "animal", "adoption", "staff", "admin"];

/** Whether a password is one of those that many people use, or easy to derive from one or from the e-mail address. */
export async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  const judge = await singleton("password-judge", loadJudge);
  const words = [...LOCAL_WORDS, email, ...email.split(/[@.]/)].filter((word) => word.length > 2);
  return judge.check(password.slice(0, JUDGED_LENGTH), words).score < LOWEST_SCORE;
}

/** The word lists take memory, and most processes never need them. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
