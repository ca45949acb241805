import { HIDDEN_REASONS } from "../care/schema";
import { hiddenWords } from "../care/words";
import type { Target } from "./headings";
import { choicesFor, isFlag, type KnownKind, type Meaning } from "./values";

type Choice = readonly [value: string | boolean, label: string];

function choicesIn(member: string, kinds: readonly KnownKind[]): Choice[] {
  if (member === "kind") return kinds.map(({ id, name }) => [id.toString(), name]);
  if (member === "hidden") return HIDDEN_REASONS.map((reason) => [reason, hiddenWords(reason)]);
  const choices = Object.entries(choicesFor(member));
  return choices.map(([choice, { label }]) => [isFlag(member) ? choice === "yes" : choice, label]);
}

/** What a value of a column may mean. A file often has the sex and whether the animal is neutered in one word. */
export function meaningsOf(target: Target, kinds: readonly KnownKind[]): Meaning[] {
  const plain = choicesIn(target, kinds).map(([value]): Meaning => ({ [target]: value }));
  if (target === "status") return [...plain, ...HIDDEN_REASONS.map((hidden) => ({ hidden }))];
  if (target !== "sex") return plain;
  return [...plain, ...[true, false].flatMap((neutered) => plain.map((meaning) => ({ ...meaning, neutered })))];
}

/** "Male, neutered". In a column of its own, "yes" needs no more words. */
export function meaningWords(target: Target, meaning: Meaning, kinds: readonly KnownKind[]): string {
  const [first, ...others] = Object.entries(meaning).map(([member, value]) => {
    if (member === target && isFlag(target)) return value ? "Yes" : "No";
    return choicesIn(member, kinds).find(([known]) => known === value)?.[1] ?? String(value);
  });
  if (first === undefined) return target === "kind" ? "None of these" : "Leave it empty";
  return [first, ...others.map((label) => label.toLowerCase())].join(", ");
}

/** Two meanings are the same if these are. */
export const meaningKey = (meaning: Meaning): string => JSON.stringify(Object.entries(meaning).toSorted());
