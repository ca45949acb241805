import { foldName } from "../values/search";
import type { PetStatus } from "./status";

type Facts = Partial<Record<"breed" | "sex" | "bornOn", string | null | undefined>>;

/** An animal, as far as it is known. Facts that are missing, null or empty are not known. */
type Described = { name: string; categoryId: bigint; profile?: Facts | null | undefined };

/**
 * Whether somebody may be about to add an animal that the shelter has: name and kind are the same, and no fact that is
 * known of both says otherwise. One that was adopted has left.
 */
export function looksLikeSame(added: Described, known: Described & { status?: PetStatus | undefined }): boolean {
  if (known.status === "sold" || known.categoryId !== added.categoryId) return false;
  if (foldName(known.name) !== foldName(added.name)) return false;
  const [one, other] = [added.profile ?? {}, known.profile ?? {}];
  return (
    agree(one.sex, other.sex, (a, b) => a === b) &&
    agree(one.breed, other.breed, isSameBreed) &&
    agree(one.bornOn, other.bornOn, isSameBirth)
  );
}

type Text = string | null | undefined;

const agree = (one: Text, other: Text, isSame: (one: string, other: string) => boolean) =>
  !one || !other || isSame(one, other);

/** "Labrador" may be a "Labrador mix". */
function isSameBreed(one: string, other: string): boolean {
  const [a, b] = [foldName(one), foldName(other)];
  return a.startsWith(b) || b.startsWith(a);
}

/** Dates without a day are often estimates, which may be a year off. What is no date, in a form, says nothing. */
function isSameBirth(one: string, other: string): boolean {
  const haveDays = one.length === 10 && other.length === 10;
  return haveDays ? one === other : !(Math.abs(yearOf(one) - yearOf(other)) > 1);
}

const yearOf = (date: string) => Number(date.slice(0, 4));
