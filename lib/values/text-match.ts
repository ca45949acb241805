import { foldName } from "./fold-name";

/** Whether every word of a search is in one of the strings. Case and accents are ignored. */
export function isMatch(q: string, texts: readonly string[]): boolean {
  const folded = texts.map(foldName);
  return foldName(q)
    .split(/\s+/)
    .every((word) => folded.some((text) => text.includes(word)));
}
