import { notFound } from "next/navigation";

/** Any other URL below /staff, so that "not found" keeps the staff menu. */
export default function UnknownPage() {
  notFound();
}
