import { isolate } from "../../bidi";
import { DEFAULT_STATUS, type PetStatus } from "../status";

/** What each status means for an animal, in a sentence or two around its name. Only the server needs these texts. */
const STORIES: Readonly<Record<PetStatus, (name: string) => string>> = {
  available: (name) => `${name} is waiting for a home and would love to meet you. Come and visit us at the shelter.`,
  pending: (name) =>
    `Somebody has asked to adopt ${name}. Our fingers are crossed for both of them. If it does not work out, ${name} will be available again.`,
  sold: (name) => `${name} has found a home. Thank you for your interest.`,
};

/** What the page, the description and the feed say about an animal. The name cannot turn the text around it. */
export const storyOf = ({ name, status }: { name: string; status?: PetStatus | undefined }) =>
  STORIES[status ?? DEFAULT_STATUS](isolate(name));
