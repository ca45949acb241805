import type { OrderStatus } from "../orders/status";

/** The statuses of an application (docs/contract.md, "Applications"). */
export const APPLICATION_STATUSES = ["new", "talking", "visit", "approved", "declined", "withdrawn"] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** The statuses in which the shelter has yet to decide. */
export const OPEN_STATUSES = ["new", "talking", "visit"] as const satisfies readonly ApplicationStatus[];

/** Whether the shelter has yet to decide. */
export function isOpen(status: ApplicationStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

type History = readonly { changes: { status?: { from: string | null; to: string | null } | undefined } }[];

/** Returns the status that reopening an application gives back: the one before it was declined, if that is known. */
export function statusBeforeDecline({ history }: { history: History }): (typeof OPEN_STATUSES)[number] {
  const before = history.find(({ changes: { status } }) => status?.to === "declined")?.changes.status?.from;
  return OPEN_STATUSES.find((status) => status === before) ?? "talking";
}

/** How far the adoption of an approved application can be: the statuses of its order. */
export const ADOPTION_STATUSES = ["open", "completed", "returned"] as const satisfies readonly OrderStatus[];
export type AdoptionStatus = (typeof ADOPTION_STATUSES)[number];

/** Whether there is still something to do: the shelter has yet to decide, or the animal to be handed over. */
export const isOngoing = ({ status, order }: { status: ApplicationStatus; order: { status: OrderStatus } | null }) =>
  isOpen(status) || order?.status === "open";

/**
 * The statuses that a change may give an application. Keeping the status is always possible. An approved application
 * stays approved once its adoption is completed.
 */
const NEXT_STATUSES: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> = {
  new: ["talking", "visit", "approved", "declined", "withdrawn"],
  talking: ["new", "visit", "approved", "declined", "withdrawn"],
  visit: ["new", "talking", "approved", "declined", "withdrawn"],
  approved: ["new", "talking", "visit", "declined", "withdrawn"],
  declined: OPEN_STATUSES,
  withdrawn: [],
};

/** Whether an application may keep its status, or get another one. */
export const canBecome = (from: ApplicationStatus, to: ApplicationStatus) =>
  from === to || NEXT_STATUSES[from].includes(to);

/** Whether a value from outside, such as a URL, is a status. */
export function isApplicationStatus(value: unknown): value is ApplicationStatus {
  return APPLICATION_STATUSES.some((status) => status === value);
}
