import { capitalized } from "../values/words";

export const sentNoun = (isQuestion: boolean) => (isQuestion ? "question" : "application");

export const sentTitle = (isQuestion: boolean, pet: string) => capitalized(sentPhrase(isQuestion, pet));

/** Names what somebody has sent, within a sentence: "your application for Olive". */
export const sentPhrase = (isQuestion: boolean, pet: string) =>
  isQuestion ? `your question about ${pet}` : `your application for ${pet}`;

/** Says how long an application without an adoption is kept; 0 days mean forever. */
export function retentionWords(isQuestion: boolean, days: number): string {
  const what = `your ${sentNoun(isQuestion)}`;
  if (days === 0) return `We keep ${what} until you ask us to delete it.`;
  return `We delete ${what} ${days} days after its last change, or at once when you ask us to.`;
}

export function powersOf(isQuestion: boolean, mayWithdraw: boolean): string {
  if (!mayWithdraw) return `see your ${sentNoun(isQuestion)}`;
  return isQuestion ? "see your question and take it back" : "see and withdraw your application";
}

export const INTENTS = ["adopt", "question"] as const;
export type Intent = (typeof INTENTS)[number];

type Texts = { message: string; home?: string | null | undefined; otherPets?: string | null | undefined };

/** Whether the shelter recorded an adopter, who wrote no message. */
export const isRecorded = ({ message }: Pick<Texts, "message">) => message === "";

/** The form asks adopters about their home, and sends neither that nor other pets with a question. */
export const isQuestion = ({ message, home, otherPets }: Texts) =>
  !isRecorded({ message }) && (home ?? "") === "" && (otherPets ?? "") === "";

/** The secret is part of the path, because a fragment would need JavaScript. Paths are not logged. */
export function privatePath(id: string, secret: string): string {
  return `/applications/${id}/${secret}`;
}

/** The query of the private page when a later text was not stored. */
export const EARLIER = "earlier";
