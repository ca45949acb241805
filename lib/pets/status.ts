/** The statuses of a pet (docs/contract.md, "Pet"). */
export const PET_STATUSES = ["available", "pending", "sold"] as const;
export type PetStatus = (typeof PET_STATUSES)[number];

/** Whether a text is a status; without Zod, to keep the JavaScript of the first page small. */
export const isPetStatus = (text: unknown): text is PetStatus => PET_STATUSES.some((status) => status === text);
