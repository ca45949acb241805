/** The statuses of a pet (docs/contract.md, "Pet"). */
export const PET_STATUSES = ["available", "pending", "sold"] as const;
export type PetStatus = (typeof PET_STATUSES)[number];

/** What people read for each status. */
export const STATUS_LABELS: Readonly<Record<PetStatus, string>> = {
  available: "Available",
  pending: "Pending",
  sold: "Adopted",
};

/** The status of an animal that is added without one. */
export const DEFAULT_STATUS = "available" satisfies PetStatus;

/**
 * The statuses that a change may give a pet; keeping the status is always possible. Orders and undoing have rules of
 * their own (docs/contract.md, "Changing animals").
 */
export const NEXT_STATUSES: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

/** Why a change that `NEXT_STATUSES` does not allow is not sent, for people. */
export const NOT_YET_AVAILABLE = "An adopted animal has to become available first.";

/** Whether a text is a status; without Zod, to keep the JavaScript of the first page small. */
export const isPetStatus = (text: unknown): text is PetStatus => PET_STATUSES.some((status) => status === text);
