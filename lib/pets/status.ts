/** The statuses of an animal (docs/contract.md, "Pet"). */
export const PET_STATUSES = ["available", "pending", "sold"] as const;
export type PetStatus = (typeof PET_STATUSES)[number];

/** The statuses in words. */
export const STATUS_LABELS: Readonly<Record<PetStatus, string>> = {
  available: "Available",
  pending: "Pending",
  sold: "Adopted",
};

/** The default status of a new animal. */
export const DEFAULT_STATUS = "available" satisfies PetStatus;

/** Whether a string is a status. Without Zod, to keep the JavaScript of the first page small. */
export const isPetStatus = (text: unknown): text is PetStatus => PET_STATUSES.some((status) => status === text);
