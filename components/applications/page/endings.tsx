import type { Application } from "@/lib/applications/schema";
import { sentNoun } from "@/lib/applications/sent-words";
import { nameInSentence } from "@/lib/values/excerpt";
import type { Question } from "../../ui/overlays/confirm-dialog";

/** The statuses that end an application without an adoption. Each is confirmed first. */
export const ENDINGS = ["declined", "withdrawn"] as const;
export type Ending = (typeof ENDINGS)[number];

/** The label of each ending, and the message when it is done. */
export const ENDING_WORDS: Readonly<Record<Ending, { label: string; done: string }>> = {
  declined: { label: "Decline", done: "Declined." },
  withdrawn: { label: "Mark as withdrawn", done: "Marked as withdrawn." },
};

/** Returns the question before an application ends. */
export function endingQuestion(ending: Ending, { name, isQuestion }: Application, isMailOn: boolean): Question {
  const confirm = ENDING_WORDS[ending].label;
  const noun = sentNoun(isQuestion);
  if (ending === "withdrawn") {
    return {
      confirm,
      question: (
        <>
          Has <bdi>{nameInSentence(name)}</bdi> withdrawn the {noun}?
        </>
      ),
      details: `A withdrawn ${noun} cannot be reopened. If they change their mind, they can send a new one.`,
    };
  }
  return {
    confirm,
    tone: "primary",
    question: (
      <>
        Decline the {noun} of <bdi>{nameInSentence(name)}</bdi>?
      </>
    ),
    details: isMailOn
      ? "They get a short e-mail at once. You can reopen it later."
      : "They get no e-mail, so tell them yourself. You can reopen it later.",
  };
}
