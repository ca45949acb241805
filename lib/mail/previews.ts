import { now } from "../process/clock";
import type { Shelter } from "../shelter/schema";
import { composeMessage } from "./compose";
import { contentOf, type MailedStatus, STATUSES_WITH_MAIL, type TemplateName } from "./templates";

/** A text of an e-mail, as it is sent. `status` and `isQuestion` say when this wording is used. */
type PreviewText = { status: MailedStatus | null; isQuestion: boolean; subject: string; text: string };

/** An e-mail that the service sends: to whom and when, and its texts. */
export type MailPreview = { template: TemplateName; title: string; when: string; texts: PreviewText[] };

const APPLICATION = { applicantName: "Grace Okafor", petName: "Felix", path: "/applications/a-link-of-their-own" };
const PASSWORD_LINK = { path: "/staff/password#a-link-of-their-own" };

type Kind = {
  title: string;
  when: string;
  data: object;
  isAboutApplication?: true;
  statuses?: readonly MailedStatus[];
};

const KINDS: Readonly<Record<TemplateName, Kind>> = {
  application_received: {
    title: "Receipt",
    when: "To an applicant, as soon as their application or question has arrived. It has the link to follow it.",
    data: APPLICATION,
    isAboutApplication: true,
  },
  application_changed: {
    title: "New status of an application",
    when: "To the applicant, whenever the status changes, except to “New” and to “Answered”.",
    data: APPLICATION,
    isAboutApplication: true,
    statuses: STATUSES_WITH_MAIL,
  },
  pet_adopted: {
    title: "Somebody else has adopted the animal",
    when: "To everybody else who asked for the animal, a minute after its adoption, so that a mistake can be undone.",
    data: APPLICATION,
  },
  adoption_cancelled: {
    title: "Adoption cancelled",
    when: "To the applicant who would have adopted the animal, a minute after, so that a mistake can be undone.",
    data: APPLICATION,
    isAboutApplication: true,
  },
  invitation: {
    title: "Invitation",
    when: "To a person whom an admin invites, and again when an admin makes another link.",
    data: PASSWORD_LINK,
  },
  new_password: {
    title: "New password",
    when: "To a person who asks for it with “Forgot your password?” on the sign-in page.",
    data: PASSWORD_LINK,
  },
  test: { title: "Test e-mail", when: "To an admin who asks for it on this page.", data: {} },
};

/**
 * Returns every e-mail that the service sends, with its texts for an example, as this shelter and site would send it.
 */
export function mailPreviews(shelter: Shelter, site: string): MailPreview[] {
  return Object.entries(KINDS).map(([name, { title, when, data, isAboutApplication, statuses = [null] }]) => ({
    template: name as TemplateName,
    title,
    when,
    texts: [false, ...(isAboutApplication ? [true] : [])].flatMap((isQuestion) =>
      statuses.map((status) => {
        const of = { ...data, ...(isQuestion && { isQuestion }), ...(status && { status }) };
        return { status, isQuestion, ...written(name, of, shelter, site) };
      }),
    ),
  }));
}

function written(name: string, data: object, shelter: Shelter, site: string): Pick<PreviewText, "subject" | "text"> {
  const content = contentOf(name, data, shelter, new Date(now()));
  if (!content) throw new Error(`the preview of ${name} has other data than its template`);
  const { subject, text } = composeMessage(content, { shelter: shelter.name, telephone: shelter.telephone, site });
  return { subject, text };
}
