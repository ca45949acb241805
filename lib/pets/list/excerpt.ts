import { foldName } from "../../values/search";
import { beginningOf } from "../../values/words";
import type { ListedPet } from "./schema";
import { numberOf, stemsOf } from "./search";

/** A word of a text, and what is shown before and after it, with ellipses where the text is cut. */
export type TextExcerpt = readonly [before: string, word: string, after: string];

/** Maximum number of characters of a line, and before the word if many follow it. */
const [LINE, BEFORE] = [70, 25];

/**
 * The part of the breed, or else of the story, that has a word of a search. Null if the name has it, or nothing does.
 */
export function findExcerpt({ name, profile }: ListedPet, search: string): TextExcerpt | null {
  if (!profile || numberOf(search) !== null || foldName(name).includes(foldName(search))) return null;
  const ofBreed = excerptOf(profile.breed ?? "", search);
  if (ofBreed) return [`Breed: ${ofBreed[0]}`, ofBreed[1], ofBreed[2]];
  const ofStory = excerptOf(profile.story ?? "", search);
  return ofStory && [`“${ofStory[0]}`, ofStory[1], `${ofStory[2]}”`];
}

export function excerptOf(text: string, search: string): TextExcerpt | null {
  const stems = stemsOf(search);
  if (stems.length === 0) return null;
  const line = text.replace(/\s+/gu, " ").trim();
  const isWanted = ([word]: RegExpExecArray) => stems.some((stem) => foldName(word).startsWith(stem));
  const found = line.matchAll(/[\p{L}\p{N}\p{M}]+/gu).find(isWanted);
  if (!found) return null;
  const word = beginningOf(found[0], LINE - BEFORE);
  const rest = line.slice(found.index + found[0].length);
  const room = LINE - [...word].length;
  const before = endOf(line.slice(0, found.index), Math.max(BEFORE, room - [...rest].length));
  const space = rest.startsWith(" ") ? " " : "";
  return [before, word, space + beginningOf(rest, room - [...before].length)];
}

/** Returns the end of a string: at most `max` code points, beginning with a word. */
function endOf(text: string, max: number): string {
  const letters = [...text];
  if (letters.length <= max) return text;
  return `…${letters
    .slice(-max)
    .join("")
    .replace(/^\S*\s(?=\S)/u, "")}`;
}
