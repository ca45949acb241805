/** The two purposes of the form. */
export const INTENTS = ["adopt", "question"] as const;
export type Intent = (typeof INTENTS)[number];

type Texts = { message: string; home?: string | null | undefined; otherPets?: string | null | undefined };

/**
 * Whether an application is only a question: a message that describes neither a home nor other pets. The form asks
 * adopters about their home, and sends neither with a question. An adopter whom the shelter recorded wrote no message.
 */
export const isQuestion = ({ message, home, otherPets }: Texts) =>
  message !== "" && (home ?? "") === "" && (otherPets ?? "") === "";
