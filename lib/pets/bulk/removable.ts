import type { PetStatus } from "../status";

/** Why an adopted animal is not removed. */
export const STAYS_ADOPTED = "An adopted animal stays in the list.";

/** Says why an animal cannot be removed, if its row shows that; otherwise returns null. */
export function whyNotRemovable(status: PetStatus, hasApplicants: boolean): string | null {
  if (status === "sold") return STAYS_ADOPTED;
  return hasApplicants ? "People have applied for this animal." : null;
}
