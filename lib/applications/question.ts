/** The two purposes of the form. */
export const INTENTS = ["adopt", "question"] as const;
export type Intent = (typeof INTENTS)[number];

type Texts = { message: string; home?: string | null | undefined; otherPets?: string | null | undefined };

/** Whether the shelter recorded an adopter, who wrote no message. */
export const isRecorded = ({ message }: Pick<Texts, "message">) => message === "";

/**
 * Whether an application is only a question: a message that describes neither a home nor other pets. The form asks
 * adopters about their home, and sends neither with a question.
 */
export const isQuestion = ({ message, home, otherPets }: Texts) =>
  !isRecorded({ message }) && (home ?? "") === "" && (otherPets ?? "") === "";
