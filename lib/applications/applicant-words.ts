import { appointmentWords } from "../values/time-words";
import type { ApplicationStatus } from "./status";

type StatusWords = {
  step: string;
  /** The heading, with explicit line breaks. */
  title: string;
  next: string;
};

const AGAIN = "Other animals are still waiting for a home, and we would love to hear from you again.";

type AllWords = Readonly<Record<ApplicationStatus, (pet: string, visitAt?: string | null) => StatusWords>>;

const APPLICATION_WORDS: AllWords = {
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
  visit: (pet, visitAt) => ({
    step: "A visit",
    title: `Come and meet ${pet}`,
    next: visitAt
      ? `Your visit: ${appointmentWords(visitAt)}. If that does not suit you, please tell us.`
      : "We will be in touch to arrange a time for your visit.",
  }),
  approved: (pet) => ({
    step: "Approved",
    title: "Good news: your application is approved",
    next: `${pet} is reserved for you. We will be in touch about the next steps.`,
  }),
  // Only questions are answered.
  answered: (pet) => ({
    step: "We have answered",
    title: "We have answered your question",
    next: `We have replied to you about ${pet}. If you would like to know more, just ask again.`,
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

/** A question can still lead to a visit and an adoption. */
const QUESTION_WORDS: AllWords = {
  ...APPLICATION_WORDS,
  new: (pet) => ({
    step: "Your question arrived",
    title: "Thank you!\nYour question has arrived",
    next: `We read every question about ${pet} ourselves, and answer by e-mail.`,
  }),
  talking: (pet) => ({
    step: "We have read it",
    title: "We have read your question",
    next: `We answer your question about ${pet} by e-mail.`,
  }),
  approved: (pet) => ({
    step: "Approved",
    title: `Good news: you can adopt ${pet}`,
    next: `${pet} is reserved for you. We will be in touch about the next steps.`,
  }),
  declined: () => ({
    step: "Closed",
    title: "Your question is closed",
    next: `Thank you for asking. ${AGAIN}`,
  }),
  withdrawn: () => ({
    step: "You took it back",
    title: "You took your question back",
    next: "You do not need to do anything else. We would love to hear from you again.",
  }),
};

export const applicantWords = (isQuestion: boolean): AllWords => (isQuestion ? QUESTION_WORDS : APPLICATION_WORDS);

type Upcoming = Partial<Readonly<Record<ApplicationStatus, readonly string[]>>>;

const UPCOMING_STEPS: Upcoming = {
  new: ["We read it", "We talk, by e-mail or telephone", "You visit us", "We decide together"],
  talking: ["You visit us", "We decide together"],
  visit: ["We decide together"],
};

const UPCOMING_FOR_QUESTION: Upcoming = {
  ...UPCOMING_STEPS,
  new: ["We read it", "We answer by e-mail"],
  talking: ["We answer by e-mail"],
};

export const upcomingSteps = (isQuestion: boolean, status: ApplicationStatus) =>
  (isQuestion ? UPCOMING_FOR_QUESTION : UPCOMING_STEPS)[status] ?? [];
