import { beginningOf } from "../../../values/excerpt";
import { mentionOf } from "../../list/mention";
import type { ListedPet } from "../../list/schema";
import { type CardPet, type FoundIn, type TextExcerpt, toCard } from "./card";

// Kept out of the browser's first bundle: used only where lists are read.

/** Maximum number of characters of a line, and before the word if many follow it. */
const [LINE, BEFORE] = [70, 25];

/** Maximum number of characters of the beginning of a story. */
const BEGINNING = 120;

/** Makes a wide card of an animal, which has room for the beginning of its story, and says its breed. */
export function toWideCard(pet: ListedPet, makeCard: typeof toCard): CardPet {
  const { breed, story } = pet.profile ?? {};
  // The other cards say it above.
  const texts = [makeCard === toCard && breed, story];
  const beginning = beginningOf(texts.filter(Boolean).join(". "), BEGINNING);
  return { ...makeCard(pet), ...(beginning !== "" && { textExcerpt: [beginning, "", ""] as const }) };
}

/**
 * Makes the card of an animal. If its breed or its story has words of a search, the card shows where. A breed that is
 * shown there is not said twice.
 */
export function toCardWithExcerpt(pet: ListedPet, words: string, makeCard: typeof toCard): CardPet {
  const found = findExcerpt(pet, words);
  return found ? { ...(found.foundIn === "story" ? makeCard : toCard)(pet), ...found } : makeCard(pet);
}

/** Returns the part of the breed or else of the story that has words of a search, or null if neither has. */
export function findExcerpt(
  { profile }: ListedPet,
  words: string,
): { textExcerpt: TextExcerpt; foundIn: FoundIn } | null {
  const { breed, story } = profile ?? {};
  const ofBreed = textExcerptOf(breed ?? "", words);
  if (ofBreed) {
    const [before, word, after] = ofBreed;
    const foundIn = hasAllWords(breed ?? "", words) ? "breed" : "breed or story";
    return { textExcerpt: [`Breed: ${before}`, word, after], foundIn };
  }
  const ofStory = textExcerptOf(story ?? "", words);
  if (!ofStory) return null;
  const [before, word, after] = ofStory;
  return { textExcerpt: [`“${before}`, word, `${after}”`], foundIn: "story" };
}

/** Whether a breed has all words of a search. */
function hasAllWords(breed: string, words: string): boolean {
  return (mentionOf(words)?.expressions ?? []).every((expression) => new RegExp(expression, "iu").test(breed));
}

/** Returns the part of a text around its first words of a search, or null if it has none. */
export function textExcerptOf(text: string, words: string): TextExcerpt | null {
  const line = text.replace(/\s+/gu, " ").trim();
  const searched = (mentionOf(words)?.expressions ?? []).map((expression) => new RegExp(expression, "iu"));
  const places = searched.flatMap((pattern) => {
    const found = pattern.exec(line);
    // The first group is what comes before the word.
    return found ? [found.index + (found[1]?.length ?? 0)] : [];
  });
  if (places.length === 0) return null;
  const start = Math.min(...places);
  const whole = wordsAt(line.slice(start), searched);
  const word = beginningOf(whole, LINE - BEFORE);
  const rest = line.slice(start + whole.length);
  const room = LINE - [...word].length;
  const before = endOf(line.slice(0, start), Math.max(BEFORE, room - [...rest].length));
  return [before, word, beginningAfter(rest, room - [...before].length)];
}

/** Returns the first word of a text, and those after it that are searched for, too: "gets along". */
function wordsAt(text: string, searched: readonly RegExp[]): string {
  const [first = "", ...others] = text.match(/[^\p{L}\p{N}\p{M}]*[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const end = others.findIndex((word) => !searched.some((pattern) => pattern.test(word)));
  return [first, ...(end < 0 ? others : others.slice(0, end))].join("");
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

/** Returns the beginning of a string that follows a word, with the space between them. */
function beginningAfter(text: string, max: number): string {
  const space = text.startsWith(" ") ? " " : "";
  return space + beginningOf(text, max);
}
