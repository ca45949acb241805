import { parseInt64 } from "../int64";
import { NewPet, type PetStatus } from "./schema";

/** What the form holds: the text of its controls. */
export type PetFormValues = { name: string; category: string; otherCategory: string; status: PetStatus };

/** The choice "another number" of the category control. */
export const OTHER_CATEGORY = "other";

export const EMPTY_PET_FORM: PetFormValues = { name: "", category: "1", otherCategory: "", status: "available" };

/** Errors by field of the form. */
export type PetFormErrors = Partial<Record<"name" | "categoryId" | "status", string>>;

/** Reads the form with the schema of the API; gives the animal to send, or what is wrong, by field. */
export function readPetForm(values: PetFormValues): { pet: NewPet } | { errors: PetFormErrors } {
  const number = values.category === OTHER_CATEGORY ? values.otherCategory.trim() : values.category;
  const parsed = NewPet.safeParse({
    name: values.name,
    // What is no number at all stays text, for the schema to refuse with its own words.
    categoryId: parseInt64(number) ?? number,
    status: values.status,
  });
  if (parsed.success) return { pet: parsed.data };
  const errors: PetFormErrors = {};
  for (const issue of parsed.error.issues) errors[issue.path[0] as keyof PetFormErrors] ??= sentence(issue.message);
  return { errors };
}

/** Finds the field that a message of the API is about: it begins with the field's name. */
export function errorsFromMessage(message: string): PetFormErrors {
  const [, field, rule] = /^(name|categoryId|status) (.+)$/.exec(message) ?? [];
  return field && rule ? { [field]: sentence(rule) } : {};
}

/** "must be …" becomes "It must be …", which reads well below any label. */
function sentence(rule: string): string {
  return rule === "is required" ? "This is required." : `It ${rule}.`;
}
