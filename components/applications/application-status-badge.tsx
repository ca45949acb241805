import { STAFF_STATUS_WORDS } from "@/lib/applications/staff-words";
import type { ApplicationStatus } from "@/lib/applications/status";
import type { OrderStatus } from "@/lib/orders/status";
import { ORDER_LABELS } from "@/lib/orders/words";
import { Badge, type Tone } from "../ui/badge";

const TONES: Readonly<Record<ApplicationStatus, Tone>> = {
  new: "accent",
  talking: "amber",
  visit: "amber",
  approved: "green",
  declined: "grey",
  withdrawn: "grey",
};

type Props = {
  status: ApplicationStatus;
  /** The status of its adoption, where that is known. */
  order?: OrderStatus | undefined;
};

/** The status of an application, or how its adoption has ended. */
export function ApplicationStatusBadge({ status, order }: Props) {
  if (status === "approved" && (order === "completed" || order === "returned")) {
    return <Badge tone={order === "completed" ? "green" : "grey"}>{ORDER_LABELS[order]}</Badge>;
  }
  return <Badge tone={TONES[status]}>{STAFF_STATUS_WORDS[status].label}</Badge>;
}
