import type { Application } from "@/lib/applications/schema";
import { isOpen } from "@/lib/applications/status";
import type { Me } from "../../people/signed-in";

/**
 * Returns the next step of an open application, which has the only filled button of the page: to get in touch, and then
 * to approve it. The steps of a question, of a suspicious application and of one that somebody else handles are not
 * among these.
 */
export function nextStep({ status, handledBy, isQuestion, folder }: Application, me: Me) {
  if (!isOpen(status) || isQuestion || folder !== "inbox") return null;
  if (handledBy !== null && handledBy.id !== me.id) return null;
  return status === "new" ? "reply" : "approve";
}
