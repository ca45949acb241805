import { STAFF_STATUS_WORDS } from "@/lib/applications/staff-words";
import type { ApplicationStatus } from "@/lib/applications/status";
import { Badge, type Tone } from "../ui/badge";

const TONES: Readonly<Record<ApplicationStatus, Tone>> = {
  new: "accent",
  talking: "amber",
  visit: "amber",
  approved: "green",
  declined: "grey",
  withdrawn: "grey",
};

/** The status of an application. */
export function ApplicationStatusBadge({ status }: { status: ApplicationStatus }) {
  return <Badge tone={TONES[status]}>{STAFF_STATUS_WORDS[status].label}</Badge>;
}
