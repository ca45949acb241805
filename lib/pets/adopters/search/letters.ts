import { foldName } from "../../../values/fold-name";

/** A search has hardly more words than this. Further ones are ignored. */
export const MAX_WORDS = 20;

/** Returns the words of a search, in lower case and without accents. */
export const lettersOf = (text: string): string[] =>
  foldName(text)
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
