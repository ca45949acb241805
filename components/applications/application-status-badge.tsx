import type { Application } from "@/lib/applications/schema";
import { ADOPTION_LABELS, STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import type { ApplicationStatus } from "@/lib/applications/status";
import { Badge, type Tone } from "../ui/text";

const TONES: Readonly<Record<ApplicationStatus, Tone>> = {
  new: "accent",
  talking: "amber",
  visit: "amber",
  approved: "green",
  answered: "grey",
  declined: "grey",
  withdrawn: "grey",
};

type Props = { application: Pick<Application, "status" | "order" | "folder"> };

export function ApplicationStatusBadge({ application: { status, order, folder } }: Props) {
  if (folder === "suspicious") return <Badge tone="amber">Suspicious</Badge>;
  if (order?.status === "completed") return <Badge tone="green">{ADOPTION_LABELS.completed}</Badge>;
  if (order?.status === "returned") return <Badge tone="grey">{ADOPTION_LABELS.returned}</Badge>;
  return <Badge tone={TONES[status]}>{STAFF_STATUS_LABELS[status]}</Badge>;
}
