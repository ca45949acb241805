import { isolate } from "../bidi";

/** Whom a reply is about, and who writes it. */
export type ReplyContext = { applicantName: string; petName: string; shelterName: string };

type Reply = { id: string; label: string; paragraphs(pet: string): string[] };

/** The texts from which a reply is made. People change them before they send them. */
const REPLIES: readonly Reply[] = [
  {
    id: "visit",
    label: "Invite to a visit",
    paragraphs: (pet) => [
      `Thank you for asking to adopt ${pet}. We would love to meet you, and ${pet} would too.`,
      "Would [day and time] suit you? Please bring everybody who lives with you.",
    ],
  },
  {
    id: "questions",
    label: "Ask for more",
    paragraphs: (pet) => [
      `Thank you for asking to adopt ${pet}. Before we go on, we would like to know a little more:`,
      "- How long would the animal be alone on a usual day?\n- Who takes care of it when you travel?\n- If you rent: does your landlord agree?",
    ],
  },
  {
    id: "approved",
    label: "Say yes",
    paragraphs: (pet) => [
      `Good news: ${pet} can come and live with you.`,
      "You can collect your new companion on [day and time]. Please bring a proof of identity and a safe way to travel home.",
    ],
  },
  {
    id: "declined",
    label: "Say no, kindly",
    paragraphs: (pet) => [
      `Thank you for asking to adopt ${pet}, and for telling us so much about yourself.`,
      `We are sorry to say that ${pet} would not be happy with [reason]. Other animals may suit you better: we would be glad to hear from you again.`,
    ],
  },
  {
    id: "adopted",
    label: "Somebody else adopts",
    paragraphs: (pet) => [
      `Thank you for asking to adopt ${pet}. ${pet} has found a home with somebody else.`,
      "We are sorry that it was not you this time. Other animals are still waiting: shall we tell you about some of them?",
    ],
  },
];

/** The replies to choose from. */
export const REPLY_CHOICES = REPLIES.map(({ id, label }) => ({ id, label }));

/** The text of a reply. An unknown id gives only the greeting and the signature. */
export function replyText(id: string, { applicantName, petName, shelterName }: ReplyContext): string {
  const chosen = REPLIES.find((reply) => reply.id === id);
  const paragraphs = chosen ? chosen.paragraphs(isolate(petName)) : [""];
  return [`Hello ${isolate(applicantName)},`, ...paragraphs, `Kind regards,\n${isolate(shelterName)}`].join("\n\n");
}

/** A link that opens the mail program with a mail to an applicant (RFC 6068). */
export function mailtoHref(email: string, subject: string, body: string): string {
  const encode = (text: string) => encodeURIComponent(text.replace(/\r?\n/g, "\r\n"));
  return `mailto:${encode(email).replace("%40", "@")}?subject=${encode(subject)}&body=${encode(body)}`;
}
