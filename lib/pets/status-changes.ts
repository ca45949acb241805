import type { PetStatus } from "./status";

/**
 * The statuses that a change may give an animal. Keeping the status is always possible. Orders and undoing have their
 * own rules (docs/contract.md, "Changing animals").
 */
export const NEXT_STATUSES: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

/** The message for a change that `NEXT_STATUSES` does not allow. */
export const NOT_YET_AVAILABLE = "An adopted animal has to become available first.";

/** The message for a change of the status of an animal with an open adoption. */
export const ADOPTION_IS_OPEN = "An adoption of this animal is open. Complete or cancel that first";
