import { type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { Badge, type Tone } from "../ui/display/badge";

const TONES: Readonly<Record<PetStatus, Tone>> = { available: "green", pending: "amber", sold: "grey" };

/** The status of an animal. */
export function PetStatusBadge({ status }: { status: PetStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>;
}
