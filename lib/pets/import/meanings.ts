import { HIDDEN_REASONS } from "../care/schema";
import { hiddenWords, ORIGIN_LABELS } from "../care/words";
import { choicesOf, FACT_KEYS, FACTS, optionsOf } from "../facts";
import { STATUS_LABELS } from "../status";
import type { Target } from "./headings";
import type { KnownKind, Meaning } from "./values";

type Choice = readonly [value: string | boolean, label: string];

const factOf = (member: string) => FACT_KEYS.find((fact) => fact === member);

function choicesIn(member: string, kinds: readonly KnownKind[]): Choice[] {
  if (member === "kind") return kinds.map(({ id, name }) => [id.toString(), name]);
  if (member === "status") return Object.entries(STATUS_LABELS);
  if (member === "origin") return Object.entries(ORIGIN_LABELS);
  if (member === "hidden") return HIDDEN_REASONS.map((reason) => [reason, hiddenWords(reason)]);
  const fact = factOf(member);
  if (fact === undefined) return [];
  const isFlag = FACTS[fact].type === "flag";
  return Object.entries(optionsOf(fact)).map(([value, label]) => [isFlag ? value === "yes" : value, label]);
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
    const fact = factOf(member);
    const isOther = member !== target && fact !== undefined && FACTS[fact].type === "flag";
    const label = isOther
      ? choicesOf(fact)[value ? "yes" : "no"]?.label
      : choicesIn(member, kinds).find(([known]) => known === value)?.[1];
    return label ?? String(value);
  });
  if (first === undefined) return target === "kind" ? "None of these" : "Leave it empty";
  return [first, ...others.map((label) => label.toLowerCase())].join(", ");
}

/** Two meanings are the same if these are. */
export const meaningKey = (meaning: Meaning): string => JSON.stringify(Object.entries(meaning).toSorted());
