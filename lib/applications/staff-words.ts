import { ORDER_LABELS } from "../orders/status";
import { personName } from "../values/person-name";
import { appointmentWords } from "../values/time-words";
import { andList, isolate } from "../values/words";
import type { ApplicationFieldChanges, Suspicion } from "./schema";
import { type AdoptionStatus, APPLICATION_STATUSES, type ApplicationStatus } from "./status";

export const STAFF_STATUS_LABELS: Readonly<Record<ApplicationStatus, string>> = {
  new: "New",
  talking: "Talking",
  visit: "Visit",
  approved: "Approved",
  answered: "Answered",
  declined: "Declined",
  withdrawn: "Withdrawn",
};

export const SUSPICION_WORDS: Readonly<Record<Suspicion, string>> = {
  hidden_field: "A field was filled in that people cannot see.",
  form_time: "It did not come from the form, or within three seconds of opening it, or more than a day later.",
  links: "It has more than two links to web pages.",
  address: "Unusually many applications came from the same internet connection within an hour.",
  mailbox: "Unusually many applications came from the same e-mail address and internet connection within a day.",
  animal: "Unusually many applications for this animal came within an hour.",
};

export const becameWords = (status: ApplicationStatus) => `Marked as “${STAFF_STATUS_LABELS[status]}”.`;

export const ADOPTION_LABELS: Readonly<Record<AdoptionStatus, string>> = {
  open: STAFF_STATUS_LABELS.approved,
  completed: ORDER_LABELS.completed,
  returned: ORDER_LABELS.returned,
};

type Change = ApplicationFieldChanges[string];

/** Stands for the application in a verb. No name contains it. */
const IT = "\u0000";

const STATUS_VERBS: Partial<Readonly<Record<ApplicationStatus, string>>> = {
  approved: `approved ${IT}`,
  answered: `closed ${IT} as answered`,
  declined: `declined ${IT}`,
  withdrawn: `withdrew ${IT}`,
};

/** What somebody did with an application: the words before and after it, or only words that do not name it. */
type ChangeVerbs = { before: string; after: string } | { words: string };

/**
 * Says what somebody did, as part of a sentence: "released", the application, "and wrote a note". `byHandler` is as in
 * `ListedChange`.
 */
export function changeVerbs(changes: ApplicationFieldChanges, byHandler: boolean): ChangeVerbs {
  const { status, order, pet, reply, folder, handledBy, note, toTell, adopter, visitAt } = changes;
  const verbs = [
    status && `${statusVerb(status)}${reasonOf(pet, order)}`,
    visitAt?.to && `set the visit for ${appointmentWords(visitAt.to)}`,
    visitAt?.to === null && !status && "removed the day of the visit",
    reply && (reply.to === null ? "noted that the reply was not sent" : "sent a reply"),
    folder && (folder.to === "inbox" ? `marked ${IT} as not spam` : `marked ${IT} as spam`),
    handledBy && handlerVerb(handledBy, byHandler),
    note && (note.to === null ? "removed the note" : note.from === null ? "wrote a note" : "changed the note"),
    adopter && (adopter.from === null ? "recorded the adopter" : "corrected the adopter"),
    toTell?.to === "true" && "noted that the applicant has to be told",
    toTell?.to === "false" && !status && "told the applicant",
  ];
  // A newer version of the service may have recorded other fields.
  const words = andList(verbs.filter((verb) => typeof verb === "string")) || `changed ${IT}`;
  const [before = "", ...rest] = words.split(IT);
  return rest.length === 0 ? { words } : { before: before.trimEnd(), after: rest.join("it") };
}

function statusVerb({ to }: Change): string {
  const status = APPLICATION_STATUSES.find((one) => one === to);
  return status
    ? (STATUS_VERBS[status] ?? `moved ${IT} to “${STAFF_STATUS_LABELS[status]}”`)
    : `changed the status of ${IT}`;
}

function reasonOf(pet: Change | undefined, order: Change | undefined): string {
  if (pet?.to === "sold") return ", because the animal was adopted";
  if (pet) return ", because the adoption was undone";
  if (!order) return "";
  return order.to === "cancelled" ? ", because the adoption was cancelled" : ", because the adoption goes on";
}

function handlerVerb({ from, to }: Change, byHandler: boolean): string {
  // Older entries have e-mail addresses.
  const [before, after] = [from, to].map((name) => (name?.includes("@") ? personName(name) : name));
  if (after) return byHandler ? `took charge of ${IT}` : `passed ${IT} to ${isolate(after)}`;
  return byHandler || !before ? `released ${IT}` : `took ${IT} from ${isolate(before)}`;
}
