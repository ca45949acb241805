import type { ApplicationStatus } from "./status";

/** What the shelter reads for each status, and what it means. */
export const STAFF_STATUS_WORDS: Readonly<Record<ApplicationStatus, { label: string; explanation: string }>> = {
  new: { label: "New", explanation: "Nobody has answered yet" },
  talking: { label: "Talking", explanation: "You are in touch" },
  visit: { label: "Visit", explanation: "They come to see the animal" },
  approved: { label: "Approved", explanation: "They may adopt the animal" },
  declined: { label: "Declined", explanation: "It does not work out" },
  withdrawn: { label: "Withdrawn", explanation: "They have changed their mind" },
};
