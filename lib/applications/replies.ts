import { toLocalFields } from "../orders/hand-over";
import { hoursText } from "../shelter/hours";
import type { Shelter } from "../shelter/schema";
import { addressLines } from "../shelter/words";
import { appointmentWords } from "../values/time-words";
import { isolate } from "../values/words";
import { type ApplicationStatus, isOpen } from "./status";

export type ReplyContext = {
  applicantName: string;
  petName: string;
  shelter: Shelter;
  isQuestion: boolean;
  handOver: string | null;
  visitAt: string | null;
};

type Reply = {
  id: string;
  label: string;
  /** The status for which this reply is offered, besides those of open applications. */
  also?: ApplicationStatus;
  isForQuestions?: true;
  paragraphs(pet: string, texts: Texts): string[];
};

type Texts = {
  /** The beginning of a sentence: "Thank you for asking to adopt Luna". */
  thanks: string;
  when: string;
  visit: string;
  place: string[];
  notes: string[];
};

const WHEN = "[day and time]";
const REASON = "[reason]";
const ANSWER = "[your answer]";

const REPLIES: readonly Reply[] = [
  {
    id: "answer",
    label: "Answer to a question",
    also: "answered",
    isForQuestions: true,
    paragraphs: (pet, { thanks }) => [
      `${thanks}. We are happy to tell you more:`,
      ANSWER,
      `If you would like to know anything else, just reply to this e-mail. And if you would like to meet ${pet}, tell us when it suits you.`,
    ],
  },
  {
    id: "visit",
    label: "Invite for a visit",
    paragraphs: (pet, { thanks, visit, place }) => [
      `${thanks}. We would love to meet you, and ${pet} would too.`,
      `Would ${visit} suit you? Please bring everybody who lives with you.`,
      ...place,
    ],
  },
  {
    id: "questions",
    label: "Ask for details",
    paragraphs: (_pet, { thanks }) => [
      `${thanks}. Before we go on, we would like to know a little more:`,
      "- How long would the animal be alone on a usual day?\n- Who takes care of it when you travel?\n- If you rent: does your landlord agree?",
    ],
  },
  {
    id: "approved",
    label: "Approve",
    also: "approved",
    paragraphs: (pet, { when, place, notes }) => [
      `Good news: ${pet} can come and live with you.`,
      `You can collect your new companion on ${when}. Please bring proof of identity and a carrier or a lead for the way home.`,
      ...notes,
      ...place,
    ],
  },
  {
    id: "declined",
    label: "Decline",
    also: "declined",
    paragraphs: (pet, { thanks }) => [
      `${thanks}, and for telling us so much about yourself.`,
      `We are sorry, but we do not think that ${pet} is the right match for you: ${REASON}. Another animal may suit you better, and we would be glad to hear from you again.`,
    ],
  },
  {
    id: "adopted",
    label: "Adopted by somebody else",
    also: "declined",
    paragraphs: (pet, { thanks }) => [
      `${thanks}. ${pet} has found a home with somebody else.`,
      "We are sorry that it was not you this time. Other animals are still waiting for a home. Would you like us to tell you about them?",
    ],
  },
];

export function replyChoices(status: ApplicationStatus, isQuestion: boolean): Pick<Reply, "id" | "label">[] {
  return REPLIES.filter(
    ({ also, isForQuestions }) => (isQuestion || !isForQuestions) && (isOpen(status) || also === status),
  );
}

export function findGap(text: string): { gap: string; start: number } | null {
  const [first] = [WHEN, REASON, ANSWER]
    .map((gap) => ({ gap, start: text.indexOf(gap) }))
    .filter(({ start }) => start >= 0)
    .sort((one, other) => one.start - other.start);
  return first ?? null;
}

/** Returns the text of a reply. An unknown id gives only the greeting and the signature. */
export function replyText(id: string, context: ReplyContext): string {
  const { applicantName, shelter } = context;
  const signature = ["Kind regards,", isolate(shelter.name)];
  if (shelter.telephone !== null) signature.push(shelter.telephone);
  return [`Hello ${isolate(applicantName)},`, ...paragraphsOf(id, context), signature.join("\n")].join("\n\n");
}

function paragraphsOf(id: string, context: ReplyContext): string[] {
  const { petName, shelter, isQuestion, handOver, visitAt } = context;
  const chosen = REPLIES.find((reply) => reply.id === id);
  const when = handOver ? appointmentWords(toLocalFields(handOver)) : WHEN;
  const visit = visitAt ? appointmentWords(visitAt) : WHEN;
  const pet = isolate(petName);
  const thanks = `Thank you for asking ${isQuestion ? "about" : "to adopt"} ${pet}`;
  const notes = shelter.adoptionNotes === null ? [] : [shelter.adoptionNotes];
  return chosen ? chosen.paragraphs(pet, { thanks, when, visit, place: placeOf(shelter), notes }) : [""];
}

function placeOf(shelter: Shelter): string[] {
  const address = addressLines(shelter).join(", ");
  return [
    ...(address === "" ? [] : [`You find us here: ${address}.`]),
    ...(shelter.openingHours === null ? [] : [`We are open:\n${hoursText(shelter.openingHours)}`]),
  ];
}

/** Returns a link that opens the mail program with an e-mail to an applicant (RFC 6068). */
export function mailtoHref(email: string, subject: string, body: string): string {
  const encode = (text: string) => encodeURIComponent(text.replace(/\r?\n/g, "\r\n"));
  return `mailto:${encode(email).replace("%40", "@")}?subject=${encode(subject)}&body=${encode(body)}`;
}
