import type { BoundedCount } from "../../values/counts";
import { ADOPTION_LABELS, STAFF_STATUS_LABELS } from "../staff-words";
import { ADOPTION_STATUSES, type AdoptionStatus, APPLICATION_STATUSES, type ApplicationStatus } from "../status";
import type { InboxParams } from "./inbox";

/** A filter by status. Approved applications are divided by the progress of the adoption. */
export type StatusFilter = Pick<InboxParams, "status" | "orderStatus">;

/** The filters by status, in the order in which applications pass them. */
export const STATUS_FILTERS: readonly StatusFilter[] = APPLICATION_STATUSES.flatMap((status): StatusFilter[] =>
  status === "approved" ? ADOPTION_STATUSES.map((orderStatus) => ({ orderStatus })) : [{ status }],
);

/** Returns the label of a filter by status. */
export const statusLabel = ({ status, orderStatus }: StatusFilter) =>
  orderStatus ? ADOPTION_LABELS[orderStatus] : status ? STAFF_STATUS_LABELS[status] : "";

type Counts = Record<"inbox", Record<ApplicationStatus, BoundedCount>> &
  Record<"approved", Record<AdoptionStatus, BoundedCount>>;

/** Returns how many applications of the inbox a filter by status shows, or undefined without a filter. */
export const countByStatus = ({ status, orderStatus }: StatusFilter, { inbox, approved }: Counts) =>
  orderStatus ? approved[orderStatus] : status && inbox[status];
