import { errorsFromIssues, type FieldErrors } from "../http/field-errors";
import { parseInt64 } from "../int64";
import { NewPet } from "./schema";
import type { PetStatus } from "./status";

/** What the form holds: the text of its controls. */
export type PetFormValues = { name: string; category: string; otherCategory: string; status: PetStatus };

/** The choice "another number" of the category control. */
export const OTHER_CATEGORY = "other";

export const EMPTY_PET_FORM: PetFormValues = { name: "", category: "1", otherCategory: "", status: "available" };

/** The fields that the API may find fault with. */
export const PET_FIELDS = ["name", "categoryId", "status"] as const;
export type PetFormErrors = FieldErrors<(typeof PET_FIELDS)[number]>;

/** Reads the form with the schema of the API; gives as `value` the animal to send, or what is wrong, by field. */
export function readPetForm(values: PetFormValues): { value: NewPet } | { errors: PetFormErrors } {
  const number = values.category === OTHER_CATEGORY ? values.otherCategory.trim() : values.category;
  const parsed = NewPet.safeParse({
    name: values.name,
    // What is no number at all stays text, for the schema to refuse with its own words.
    categoryId: parseInt64(number) ?? number,
    status: values.status,
  });
  return parsed.success ? { value: parsed.data } : { errors: errorsFromIssues(parsed.error.issues) };
}
