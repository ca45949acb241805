import { type ApplicationStatus, OPEN_STATUSES } from "../applications/status";
import type { OrderStatus } from "../orders/status";
import type { PetStatus } from "../pets/status";

// An animal, its orders and its applications are one adoption. This is every way in which their statuses change. Undoing
// has rules of its own: it gives back what was there before.

type Step = {
  /** Of the order. */
  from: OrderStatus | null;
  to: OrderStatus;
  pet: PetStatus;
  /** What becomes of the application of the adopter, and of the open ones for the animal. Others stay as they are. */
  adopter?: ApplicationStatus;
  waiting?: ApplicationStatus;
};

export const STEPS = {
  place: { from: null, to: "open", pet: "pending" },
  complete: { from: "open", to: "completed", pet: "sold", waiting: "declined" },
  cancel: { from: "open", to: "cancelled", pet: "available", adopter: "talking" },
  return: { from: "completed", to: "returned", pet: "available" },
} as const satisfies Record<string, Step>;
export type OrderAction = Exclude<keyof typeof STEPS, "place">;

/**
 * By hand. While its order is open, an animal can only become sold, which is the step `complete`. Without an order, the
 * open applications are declined all the same.
 */
export const NEXT_PET_STATUSES: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

/**
 * `approved` is the step `place`, and leaving it is `cancel`, which is not possible once the order is completed. Keeping
 * the status is always possible, and only a question becomes `answered`.
 */
export const canBecome = (
  { status, isQuestion }: { status: ApplicationStatus; isQuestion: boolean },
  to: ApplicationStatus,
) => status === to || (NEXT_APPLICATION_STATUSES[status].includes(to) && (to !== "answered" || isQuestion));

const NEXT_APPLICATION_STATUSES: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> = {
  new: ["talking", "visit", "approved", "answered", "declined", "withdrawn"],
  talking: ["new", "visit", "approved", "answered", "declined", "withdrawn"],
  visit: ["new", "talking", "approved", "answered", "declined", "withdrawn"],
  approved: [...OPEN_STATUSES, "declined", "withdrawn"],
  answered: OPEN_STATUSES,
  declined: OPEN_STATUSES,
  withdrawn: [],
};
