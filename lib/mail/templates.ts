import * as z from "zod/mini";

/** What a mail says. Sending turns it into plain text and HTML. */
export type MailContent = {
  subject: string;
  paragraphs: string[];
  /** Where to go on; `path` is a path of the site. */
  link?: { label: string; path: string };
};

/** What a template needs, and what it makes of it. `shelter` is the name of the shelter. */
type Template<S extends z.ZodMiniType> = { data: S; write(data: z.infer<S>, shelter: string): MailContent };

const template = <S extends z.ZodMiniType>(data: S, write: Template<S>["write"]): Template<S> => ({ data, write });

const Name = z.string().check(z.minLength(1), z.maxLength(1_000));
const Path = z.string().check(z.regex(/^\/(?!\/)[\x21-\x7e]{0,500}$/));

/** What every mail about an application needs: who asked, for which animal, and the private page of the application. */
const application = { applicantName: Name, petName: Name, path: Path };
const FOLLOW = "Your application";

/** The statuses that the applicant is told about. */
const STATUS_SENTENCES = {
  talking: (pet: string) =>
    `we have read your application for ${pet} and would like to talk with you. We will be in touch.`,
  visit: (pet: string) => `we would like you to meet ${pet}. We will be in touch to find a time.`,
  approved: (pet: string) =>
    `good news: your application for ${pet} is approved. We will be in touch about the next steps.`,
  declined: (pet: string) =>
    `thank you for your interest in ${pet}. We are sorry: this time we have decided differently. There are other animals that wait for a home.`,
  withdrawn: (pet: string) => `your application for ${pet} is withdrawn. Nothing else is needed from you.`,
} as const;

/** Every mail that the service sends. */
export const TEMPLATES = {
  test: template(z.strictObject({}), (_data, shelter) => ({
    subject: `Test mail from ${shelter}`,
    paragraphs: ["Hello,", "this is the test mail that you asked for. Sending mail works."],
    link: { label: "The site", path: "/" },
  })),
  application_received: template(z.strictObject(application), ({ applicantName, petName, path }, shelter) => ({
    subject: `We have your application for ${petName}`,
    paragraphs: [
      `Hello ${applicantName},`,
      `thank you for asking to adopt ${petName}. ${shelter} has your application and will answer it.`,
      "On a page of your own you can see where it stands, and withdraw it. Keep the link to yourself.",
    ],
    link: { label: FOLLOW, path },
  })),
  application_changed: template(
    z.strictObject({ ...application, status: z.enum(["talking", "visit", "approved", "declined", "withdrawn"]) }),
    ({ applicantName, petName, status, path }) => ({
      subject: `Your application for ${petName}`,
      paragraphs: [`Hello ${applicantName},`, STATUS_SENTENCES[status](petName)],
      link: { label: FOLLOW, path },
    }),
  ),
  pet_adopted: template(z.strictObject(application), ({ applicantName, petName, path }) => ({
    subject: `${petName} has found a home`,
    paragraphs: [
      `Hello ${applicantName},`,
      `somebody else has adopted ${petName}. Thank you for asking: it means a lot to the animals that are still here.`,
    ],
    link: { label: FOLLOW, path },
  })),
};

export type TemplateName = keyof typeof TEMPLATES;
/** What a stored mail says; null when this version does not know its template, or needs other data for it. */
export function contentOf(name: string, data: unknown, shelter: string): MailContent | null {
  if (!Object.hasOwn(TEMPLATES, name)) return null;
  // The schema and the function of one template fit each other, which a union of templates cannot say.
  const { data: schema, write } = TEMPLATES[name as TemplateName] as unknown as Template<z.ZodMiniType>;
  const parsed = schema.safeParse(data);
  return parsed.success ? write(parsed.data, shelter) : null;
}

/** What a template needs. */
export type TemplateData<T extends TemplateName> = z.infer<(typeof TEMPLATES)[T]["data"]>;
