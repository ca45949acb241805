/** The statuses of an animal (docs/contract.md, "Pet"). */
export const PET_STATUSES = ["available", "pending", "sold"] as const;
export type PetStatus = (typeof PET_STATUSES)[number];

export const STATUS_LABELS: Readonly<Record<PetStatus, string>> = {
  available: "Available",
  pending: "Pending",
  sold: "Adopted",
};

export const DEFAULT_STATUS = "available" satisfies PetStatus;

/** Whether a string is a status. Without Zod, to keep the JavaScript of the first page small. */
export const isPetStatus = (text: unknown): text is PetStatus => PET_STATUSES.some((status) => status === text);

export const NOT_YET_AVAILABLE = "An adopted animal has to become available first.";

export const ADOPTION_IS_OPEN = "An adoption of this animal is open. Complete or cancel that first";
