import { ORDER_LABELS } from "../orders/words";
import { isolate } from "../values/bidi";
import { type BoundedCount, countWords } from "../values/counts";
import type { Suspicion } from "./schema";
import type { AdoptionStatus, ApplicationStatus } from "./status";

/** What the shelter reads for each status. */
export const STAFF_STATUS_LABELS: Readonly<Record<ApplicationStatus, string>> = {
  new: "New",
  talking: "Talking",
  visit: "Visit",
  approved: "Approved",
  answered: "Answered",
  declined: "Declined",
  withdrawn: "Withdrawn",
};

/** Why an application may be spam, as a sentence for each reason. */
export const SUSPICION_WORDS: Readonly<Record<Suspicion, string>> = {
  hidden_field: "A field was filled in that people cannot see.",
  form_time: "It did not come from the form, or within three seconds of opening it, or more than a day later.",
  links: "It has more than two links to web pages.",
  address: "Unusually many applications came from the same internet connection within an hour.",
  mailbox: "Unusually many applications came from the same e-mail address and internet connection within a day.",
  animal: "Unusually many applications for this animal came within an hour.",
};

/** Returns the message after an application got a status. */
export const becameWords = (status: ApplicationStatus) => `Marked as “${STAFF_STATUS_LABELS[status]}”.`;

/** What the shelter reads for an approved application, by the progress of the adoption. */
export const ADOPTION_LABELS: Readonly<Record<AdoptionStatus, string>> = {
  open: STAFF_STATUS_LABELS.approved,
  completed: ORDER_LABELS.completed,
  returned: ORDER_LABELS.returned,
};

/** Says how many people have an open application for an animal: "2 applicants". */
export function applicantsWords(open: BoundedCount): string {
  return open.count === 1 ? "1 applicant" : `${countWords(open)} applicants`;
}

/** Returns a sentence about the applications that an adoption has declined; empty when there were none. */
export function declinedWords(declined: readonly { name: string }[]): string {
  const [first] = declined;
  if (!first) return "";
  if (declined.length > 1) return `Its ${declined.length} open applications were declined.`;
  return `The application of ${isolate(first.name)} was declined.`;
}

/** Returns a sentence about the applications that are open after an adoption ended; empty when there are none. */
export function reopenedWords(reopened: readonly { name: string }[]): string {
  const [first] = reopened;
  if (!first) return "";
  if (reopened.length > 1) return `Its ${reopened.length} applications are open again.`;
  return `The application of ${isolate(first.name)} is open again.`;
}
