import type { ApplicationStatus } from "./status";

/** What an applicant reads about each status. */
type StatusWords = {
  /** In the timeline. */
  step: string;
  /** The heading, with its line breaks. */
  title: string;
  /** What happens next, or what the applicant can do. */
  next: string;
};

const AGAIN = "Other animals are still waiting for a home, and we would love to hear from you again.";

/** What the private page says about each status. `pet` is the name of the animal. */
export const APPLICANT_STATUS_WORDS: Readonly<Record<ApplicationStatus, (pet: string) => StatusWords>> = {
  new: (pet) => ({
    step: "Your application arrived",
    title: "Thank you!\nYour application has arrived",
    next: `We read every application ourselves. Then we would like to talk to you about ${pet}.`,
  }),
  talking: (pet) => ({
    step: "We want to talk to you",
    title: "We would like to talk to you",
    next: `We have read your application for ${pet}. We will be in touch soon, by e-mail or telephone.`,
  }),
  visit: (pet) => ({
    step: "A visit",
    title: `Come and meet ${pet}`,
    next: "We will be in touch to arrange a time for your visit.",
  }),
  approved: (pet) => ({
    step: "Approved",
    title: "Good news: your application is approved",
    next: `${pet} is reserved for you. We will be in touch about the next steps.`,
  }),
  declined: () => ({
    step: "It did not work out",
    title: "It did not work out this time",
    next: `Thank you for asking. ${AGAIN}`,
  }),
  withdrawn: () => ({
    step: "You withdrew it",
    title: "Your application is withdrawn",
    next: `You do not need to do anything else. ${AGAIN}`,
  }),
};

/** The usual steps after each status of an open application, in order. */
export const UPCOMING_STEPS: Readonly<Record<ApplicationStatus, readonly string[]>> = {
  new: ["We read it", "We talk, by e-mail or telephone", "You visit us", "We decide together"],
  talking: ["You visit us", "We decide together"],
  visit: ["We decide together"],
  approved: [],
  declined: [],
  withdrawn: [],
};
