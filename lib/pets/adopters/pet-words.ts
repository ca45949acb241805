import { beginningOf, isolate, nameInSentence } from "../../values/words";
import { findKind } from "../kinds";
import { DEFAULT_STATUS, type PetStatus } from "../status";

/** `onHold`: pending, and nobody has asked. */
const STATUS_TEXTS: Readonly<Record<PetStatus | "onHold", (name: string) => string>> = {
  available: (name) => `${name} is waiting for a home and would love to meet you. Come and visit us at the shelter.`,
  pending: (name) =>
    `Somebody has asked to adopt ${name}, so nobody else can apply just now. If it does not work out, ${name} will be available again.`,
  onHold: (name) => `${name} is on hold, so nobody can apply just now. Please look in again later.`,
  sold: (name) => `Good news: ${name} has found a home. Others are still waiting for theirs.`,
};

const EXCERPT_LENGTH = 200;

const TITLE_LENGTH = 60;

type DescribedPet = {
  name: string;
  status?: PetStatus | undefined;
  isAskedFor?: boolean;
  profile: { story: string | null };
};

/** The name is isolated, so it cannot reorder the text. */
export const statusText = ({ name, status = DEFAULT_STATUS, isAskedFor }: Omit<DescribedPet, "profile">) =>
  STATUS_TEXTS[status === "pending" && !isAskedFor ? "onHold" : status](isolate(nameInSentence(name)));

export const titleOf = ({ name, categoryId }: { name: string; categoryId: bigint }) =>
  [isolate(beginningOf(name, TITLE_LENGTH)), findKind(categoryId)?.name.toLowerCase()].filter(Boolean).join(", ");

/** Returns the description for previews and search engines: the beginning of the story, or what the status means. */
export function descriptionOf(pet: DescribedPet): string {
  const { story } = pet.profile;
  const isAvailable = (pet.status ?? DEFAULT_STATUS) === DEFAULT_STATUS;
  return story && isAvailable
    ? `${isolate(nameInSentence(pet.name))} is waiting for a home. ${isolate(beginningOf(story, EXCERPT_LENGTH))}`
    : statusText(pet);
}
