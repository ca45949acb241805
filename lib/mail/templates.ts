import * as z from "zod/mini";
import type { Shelter } from "../shelter/schema";
import { replyByWords } from "../shelter/words";
import { keysOf } from "../values/objects";
import { EmptyObject } from "../values/schemas";
import { appointmentWords } from "../values/time-words";
import { isolate } from "../values/words";

type MailContent = {
  subject: string;
  paragraphs: string[];
  /** The link of the e-mail; `path` is a path of the site. */
  link?: { label: string; path: string };
};

type Writer = Pick<Shelter, "name" | "replyDays" | "openingHours">;

/** The data that a template needs, and the content that it makes from it. `since` is when the e-mail was asked for. */
type Template<S extends z.ZodMiniType> = {
  data: S;
  write(data: z.infer<S>, shelter: Writer, since: Date): MailContent;
};

const template = <S extends z.ZodMiniType>(data: S, write: Template<S>["write"]): Template<S> => ({ data, write });

const Name = z.string().check(z.minLength(1), z.maxLength(1_000));
const Path = z.string().check(z.regex(/^\/(?!\/)[\x21-\x7e]{0,500}$/));

/** The data of every e-mail about an application. `path` is that of the private page. */
const application = {
  applicantName: Name,
  petName: Name,
  path: Path,
  isQuestion: z.exactOptional(z.literal(true)),
};
const nounOf = (isQuestion = false) => (isQuestion ? "question" : "application");

const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{0,59}$/u;
/** Texts that mail programs turn into a link, such as pills.example. */
const LINK = /[\p{L}\p{M}]\.[\p{L}\p{M}]{2}/u;

/** Returns the greeting of an e-mail. The applicant chose the name, so it is omitted if it may be an advertisement. */
function greeting(name: string): string {
  return NAME.test(name) && !LINK.test(name) ? `Hello ${isolate(name)},` : "Hello,";
}

/** The statuses that the applicant is told of. */
const STATUS_SENTENCES = {
  talking: (pet: string) =>
    `We have read your application for ${pet} and would like to talk to you. We will be in touch soon.`,
  visit: (pet: string) => `We would like you to meet ${pet}. We will be in touch to arrange a time.`,
  approved: (pet: string) =>
    `Good news: your application for ${pet} has been approved. We will be in touch about the next steps.`,
  declined: (pet: string) =>
    `Thank you for your interest in ${pet}. We are sorry, but it does not work out this time. Other animals are still waiting for a home, and we would love to hear from you again.`,
  withdrawn: (pet: string) => `Your application for ${pet} has been withdrawn. You do not need to do anything else.`,
};

const QUESTION_SENTENCES: typeof STATUS_SENTENCES = {
  ...STATUS_SENTENCES,
  talking: (pet) => `We have read your question about ${pet} and will answer you by e-mail.`,
  approved: (pet) => `Good news: you can adopt ${pet}. We will be in touch about the next steps.`,
  declined: (pet) =>
    `Thank you for asking about ${pet}. Your question is closed now. Other animals are still waiting for a home, and we would love to hear from you again.`,
  withdrawn: (pet) => `You took your question about ${pet} back. You do not need to do anything else.`,
};

const visitSentence = (pet: string, visitAt: string) =>
  `Come and meet ${pet}: we expect you on ${appointmentWords(visitAt)}. If that does not suit you, please tell us.`;

export const TEMPLATES = {
  test: template(EmptyObject, (_data, shelter) => ({
    subject: `Test e-mail from ${shelter.name}`,
    paragraphs: ["Hello,", "This is the test e-mail you asked for. Sending mail works."],
    link: { label: "The site", path: "/" },
  })),
  invitation: template(z.strictObject({ path: Path }), ({ path }, shelter) => ({
    subject: `Your invitation to ${isolate(shelter.name)}`,
    paragraphs: [
      "Hello,",
      `You have been invited to work with the animals of ${isolate(shelter.name)} on its site. Choose a password to begin.`,
      "The link works once, within a week. Keep it to yourself.",
    ],
    link: { label: "Choose a password", path },
  })),
  new_password: template(z.strictObject({ path: Path }), ({ path }, shelter) => ({
    subject: `A new password for ${isolate(shelter.name)}`,
    paragraphs: [
      "Hello,",
      "Somebody asked for a new password for this e-mail address. If it was you, choose one with the link below.",
      "The link works once, within an hour. If it was not you, do nothing: your password stays as it is.",
    ],
    link: { label: "Choose a new password", path },
  })),
  // Anybody can enter somebody else's e-mail address, so this e-mail contains nothing that the applicant wrote, not
  // even the name.
  application_received: template(z.strictObject(application), ({ petName, path, isQuestion }, shelter, since) => ({
    subject: `We have received your ${nounOf(isQuestion)} ${isQuestion ? "about" : "for"} ${isolate(petName)}`,
    paragraphs: [
      "Hello,",
      `Thank you for asking ${isQuestion ? "about" : "to adopt"} ${isolate(petName)}. We have received your ${nounOf(isQuestion)}. ${replyByWords(shelter, since)}`,
      `You can follow your ${nounOf(isQuestion)}, or ${isQuestion ? "take it back" : "withdraw it"}, on a page of your own. Keep the link to yourself.`,
      "If you did not ask for this, somebody has mistyped their address: you do not need to do anything.",
    ],
    link: { label: `Your ${nounOf(isQuestion)}`, path },
  })),
  application_changed: template(
    z.strictObject({ ...application, status: z.enum(keysOf(STATUS_SENTENCES)), visitAt: z.exactOptional(Name) }),
    ({ applicantName, petName, status, visitAt, path, isQuestion }) => ({
      subject: `Your ${nounOf(isQuestion)} ${isQuestion ? "about" : "for"} ${isolate(petName)}`,
      paragraphs: [
        greeting(applicantName),
        visitAt === undefined
          ? (isQuestion ? QUESTION_SENTENCES : STATUS_SENTENCES)[status](isolate(petName))
          : visitSentence(isolate(petName), visitAt),
      ],
      link: { label: `Your ${nounOf(isQuestion)}`, path },
    }),
  ),
  adoption_cancelled: template(z.strictObject(application), ({ applicantName, petName, path, isQuestion }) => ({
    subject: `Your ${nounOf(isQuestion)} ${isQuestion ? "about" : "for"} ${isolate(petName)}`,
    paragraphs: [
      greeting(applicantName),
      `The adoption of ${isolate(petName)} has been cancelled, so ${isolate(petName)} is no longer reserved for you. We would like to talk to you, and will be in touch soon.`,
    ],
    link: { label: `Your ${nounOf(isQuestion)}`, path },
  })),
  pet_adopted: template(z.strictObject(application), ({ applicantName, petName, path, isQuestion }) => ({
    subject: `${isolate(petName)} has found a home`,
    paragraphs: [
      greeting(applicantName),
      `${isolate(petName)} has been adopted by somebody else. Thank you for asking. Other animals are still waiting for a home, and we would love to hear from you again.`,
    ],
    link: { label: `Your ${nounOf(isQuestion)}`, path },
  })),
};

export type TemplateName = keyof typeof TEMPLATES;
/** Null if this version does not know the template of a stored e-mail, or needs other data for it. */
export function contentOf(name: string, data: unknown, shelter: Writer, since: Date): MailContent | null {
  if (!Object.hasOwn(TEMPLATES, name)) return null;
  // The schema and the function of a template belong together, which the union of all templates cannot express.
  const { data: schema, write } = TEMPLATES[name as TemplateName] as unknown as Template<z.ZodMiniType>;
  const parsed = schema.safeParse(data);
  return parsed.success ? write(parsed.data, shelter, since) : null;
}

export type TemplateData<T extends TemplateName> = z.infer<(typeof TEMPLATES)[T]["data"]>;

export type Message = { subject: string; text: string; html: string };

/** The sender, and the origin of the site: `https://host`. */
type From = { shelter: string; telephone: string | null; site: string };

const MAX_SUBJECT_LENGTH = 200;

/** Makes a message from the content of a template. Both versions say the same thing. */
export function composeMessage({ subject, paragraphs, link }: MailContent, from: From): Message {
  const signature = [from.shelter, from.telephone].filter((line) => line !== null);
  const target = link && { ...link, url: `${from.site}${link.path}` };
  const text = [...paragraphs, ...(target ? [`${target.label}: ${target.url}`] : []), ["-- ", ...signature].join("\n")];
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(target ? [`<p><a href="${escapeHtml(target.url)}">${escapeHtml(target.label)}</a></p>`] : []),
    `<p>${signature.map(escapeHtml).join("<br>")}</p>`,
  ];
  return {
    subject: [...oneLine(subject)].slice(0, MAX_SUBJECT_LENGTH).join(""),
    text: `${text.map(withoutControls).join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${html.join("")}</body></html>`,
  };
}

/** Removes line breaks and other control characters from a string, so that it is safe in a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

const withoutControls = (text: string) => text.replace(/(?!\n)\p{Cc}/gu, " ");

function escapeHtml(text: string): string {
  return withoutControls(text).replace(
    /[&<>"]/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char,
  );
}
