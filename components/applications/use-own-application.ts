import { privatePath } from "@/lib/applications/private/private-path";
import { sentNoun } from "@/lib/applications/sent-words";
import { useRemembered } from "./remembered-store";

/** The link to the application for an animal, if this browser remembers one; otherwise null. */
export function useOwnApplication(petId: bigint): { href: string; label: string; isQuestion: boolean } | null {
  const found = useRemembered().find((application) => application.petId === String(petId));
  if (!found) return null;
  const { id, secret, isQuestion } = found;
  return { href: privatePath(id, secret), label: `See your ${sentNoun(isQuestion)}`, isQuestion };
}
