import { ApiError, isCertain } from "../http/errors";
import { refusalWords } from "../http/refusal-words";
import { ADOPTION_IS_OPEN } from "./status-changes";

/** Returns why an animal was not changed, in a sentence for people. */
export function whyNot(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong. Try again.";
  if (!isCertain(error)) return "The service could not be reached.";
  if (error.code === "not_found") return "Somebody has removed this animal.";
  if (error.code === "precondition_failed") return "Somebody else has changed this animal in the meantime.";
  if (error.code === "conflict") return refusalWords(error);
  if (error.code === "forbidden") return "You are not allowed to change animals.";
  if (error.status === 401) return "You were signed out. Sign in, then try again.";
  if (error.status === 429) return "Too many requests. Wait a minute, then try again.";
  return "The change was not accepted.";
}

/** Whether a change of a status was refused because an adoption of the animal is open. */
export const isAdoptionOpen = (error: unknown) => error instanceof ApiError && error.message === ADOPTION_IS_OPEN;
