import * as z from "zod/mini";
import { ApiError } from "../http/errors";
import { wholeNumber } from "../values/schemas";
import { andList, isolate, nameInSentence } from "../values/words";

/** In the order of the applications, and only for callers who may read applications. */
export const MAX_NAMES = 20;

export const ConcernedPeople = z.object({
  count: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  names: z.optional(z.array(z.string()).register(z.globalRegistry, { maxItems: MAX_NAMES })),
});

/** What a command would do to applications and to open adoptions. */
export const Consequences = z.object({
  declines: ConcernedPeople,
  handsOver: ConcernedPeople,
  mails: wholeNumber(0, Number.MAX_SAFE_INTEGER),
});
export type Consequences = z.infer<typeof Consequences>;

/** The members of a 409 `confirmation_required` beside those of every error. */
export const Confirmation = z.object({ consequences: Consequences, confirm: z.string() });
export type Confirmation = z.infer<typeof Confirmation>;

/** Returns what the service asks before it carries out a command; null for any other error. */
export function confirmationIn(error: unknown): Confirmation | null {
  if (!(error instanceof ApiError && error.code === "confirmation_required")) return null;
  return Confirmation.parse(error.more);
}

export type AskedPet = { id: bigint | string; name: string };

type Named = Consequences["declines"];

const MAX_NAMED = 5;

/** "Ada, Vera and 3 more" */
export function peopleWords({ count, names = [] }: Named): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => isolate(nameInSentence(name)));
  const more = count - shown.length;
  return andList(more > 0 ? [...shown, `${more.toLocaleString("en")} more`] : shown);
}

export function declinedWords({ count, names: [only] = [] }: Named = { count: 0 }): string {
  if (count === 0) return "";
  if (count > 1) return `Its ${count.toLocaleString("en")} open applications were declined.`;
  return only === undefined ? "1 application was declined." : `The application of ${isolate(only)} was declined.`;
}
