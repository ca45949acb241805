import { isolate } from "../values/bidi";
import { personName } from "../values/person-name";
import { andList } from "../values/word-lists";
import type { ApplicationFieldChanges } from "./schema";
import { STAFF_STATUS_LABELS } from "./staff-words";
import { APPLICATION_STATUSES, type ApplicationStatus } from "./status";

type Change = ApplicationFieldChanges[string];

const STATUS_VERBS: Partial<Readonly<Record<ApplicationStatus, string>>> = {
  approved: "approved it",
  answered: "closed it as answered",
  declined: "declined it",
  withdrawn: "withdrew it",
};

/** What each step of the adoption did, by the statuses of the order. */
const ORDER_VERBS: Readonly<Record<string, string>> = {
  "open → completed": "handed the animal over",
  "completed → open": "undid the hand-over",
  "completed → returned": "took the animal back",
  "returned → completed": "undid the return",
};

/**
 * Says what somebody did with an application, as part of a sentence: "took over the application and wrote a note".
 * `actor` is their name.
 */
export function changeVerbs(changes: ApplicationFieldChanges, actor: string | null): string {
  const { status, order, pet, reply, folder, handledBy, note, toTell, adopter } = changes;
  const verbs = [
    status && `${statusVerb(status)}${reasonOf(pet, order)}`,
    !status && order && ORDER_VERBS[`${order.from} → ${order.to}`],
    reply && (reply.to === null ? "noted that the reply was not sent" : "sent a reply"),
    folder && (folder.to === "inbox" ? "moved it to the inbox" : "moved it to the suspicious ones"),
    handledBy && handlerVerb(handledBy, actor),
    note && (note.to === null ? "removed the note" : note.from === null ? "wrote a note" : "changed the note"),
    adopter && "corrected who the adopter is",
    toTell && (toTell.to === "true" ? "noted that the applicant has to be told" : "told the applicant"),
  ];
  // A newer version of the service may have recorded other fields.
  return andList(verbs.filter((verb) => typeof verb === "string")) || "changed it";
}

function statusVerb({ to }: Change): string {
  const status = APPLICATION_STATUSES.find((one) => one === to);
  return status ? (STATUS_VERBS[status] ?? `moved it to “${STAFF_STATUS_LABELS[status]}”`) : "changed its status";
}

/** Why a status changed that nobody chose. */
function reasonOf(pet: Change | undefined, order: Change | undefined): string {
  if (pet) return pet.to === "sold" ? ", because the animal was adopted" : ", because the adoption was undone";
  if (!order) return "";
  return order.to === "cancelled" ? ", because the adoption was cancelled" : ", because the adoption goes on";
}

function handlerVerb({ from, to }: Change, actor: string | null): string {
  // Older entries have e-mail addresses.
  const [before, after] = [from, to].map((name) => (name?.includes("@") ? personName(name) : name));
  if (after) return after === actor ? "took over the application" : `passed the application to ${isolate(after)}`;
  return before === actor || !before
    ? "put the application back for others"
    : `took the application from ${isolate(before)}`;
}
