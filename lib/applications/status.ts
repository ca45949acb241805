import type { OrderStatus } from "../orders/status";

export const APPLICATION_STATUSES = [
  "new",
  "talking",
  "visit",
  "approved",
  "answered",
  "declined",
  "withdrawn",
] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** The statuses before the shelter has decided. */
export const OPEN_STATUSES = ["new", "talking", "visit"] as const satisfies readonly ApplicationStatus[];
export type OpenStatus = (typeof OPEN_STATUSES)[number];

export function isOpen(status: ApplicationStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** Whether an application has ended without an adoption. */
export const isClosed = (status: ApplicationStatus) =>
  status === "answered" || status === "declined" || status === "withdrawn";

type History = readonly { changes: { status?: { from: string | null; to: string | null } | undefined } }[];

/** Returns the status of an application that is reopened: the one before it was closed, if known. */
export function statusBeforeClosing(closed: { status: ApplicationStatus; history: History }): OpenStatus {
  const before = closed.history.find(({ changes }) => changes.status?.to === closed.status)?.changes.status?.from;
  return OPEN_STATUSES.find((status) => status === before) ?? "talking";
}

/** The progress of an adoption after its application was approved: the statuses of its order. */
export const ADOPTION_STATUSES = ["open", "completed", "returned"] as const satisfies readonly OrderStatus[];
export type AdoptionStatus = (typeof ADOPTION_STATUSES)[number];

/** Whether there is still something to do: the shelter has yet to decide, or the animal to be handed over. */
export const isOngoing = ({ status, order }: { status: ApplicationStatus; order: { status: OrderStatus } | null }) =>
  isOpen(status) || order?.status === "open";

export function isApplicationStatus(value: unknown): value is ApplicationStatus {
  return APPLICATION_STATUSES.some((status) => status === value);
}
