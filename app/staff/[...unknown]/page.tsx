import { notFound } from "next/navigation";

/** Any other URL below /staff, so that its answer keeps the menu of staff. */
export default function UnknownPage() {
  notFound();
}
