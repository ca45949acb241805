import { ORDER_LABELS } from "../orders/words";
import type { AdoptionStatus, ApplicationStatus } from "./status";

/** What the shelter reads for each status, and what it means. */
export const STAFF_STATUS_WORDS: Readonly<Record<ApplicationStatus, { label: string; explanation: string }>> = {
  new: { label: "New", explanation: "Nobody has answered yet" },
  talking: { label: "Talking", explanation: "You are in touch" },
  visit: { label: "Visit", explanation: "They come to see the animal" },
  approved: { label: "Approved", explanation: "They may adopt the animal" },
  declined: { label: "Declined", explanation: "It does not work out" },
  withdrawn: { label: "Withdrawn", explanation: "They have changed their mind" },
};

/** What the shelter reads for an approved application, by how far the adoption is. */
export const ADOPTION_LABELS: Readonly<Record<AdoptionStatus, string>> = {
  open: STAFF_STATUS_WORDS.approved.label,
  completed: ORDER_LABELS.completed,
  returned: ORDER_LABELS.returned,
};
