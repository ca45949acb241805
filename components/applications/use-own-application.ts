import { useEffect } from "react";
import { privatePath } from "@/lib/applications/private/private-path";
import { sentNoun } from "@/lib/applications/sent-words";
import { forget, type Remembered, useRemembered } from "./remembered-store";

/** The link to the application for an animal, if this browser remembers one; otherwise null. */
export function useOwnApplication(petId: bigint): { href: string; label: string; isQuestion: boolean } | null {
  const found = useRemembered().find((application) => application.petId === String(petId));
  useForgetOver(found);
  if (!found) return null;
  const { id, secret, isQuestion } = found;
  return { href: privatePath(id, secret), label: `See your ${sentNoun(isQuestion)}`, isQuestion };
}

/** An application is read again at most this often, in milliseconds. */
const RECHECK_MS = 30_000;
const checkedAt = new Map<string, number>();

/**
 * When somebody returns to this tab, reads the application again: it may have been withdrawn or declined elsewhere.
 * Then the browser forgets it.
 */
function useForgetOver(application: Remembered | undefined): void {
  const { id, secret } = application ?? {};
  useEffect(() => {
    if (id === undefined || secret === undefined) return;
    const checkWhenShown = () => {
      if (document.visibilityState !== "visible" || Date.now() - (checkedAt.get(id) ?? 0) < RECHECK_MS) return;
      checkedAt.set(id, Date.now());
      void isOver(id, secret).then((over) => over && forget(id));
    };
    document.addEventListener("visibilitychange", checkWhenShown);
    return () => document.removeEventListener("visibilitychange", checkWhenShown);
  }, [id, secret]);
}

/** Whether an application has ended or is gone. Without an answer, nothing is known about it. */
async function isOver(id: string, secret: string): Promise<boolean> {
  try {
    const { isApplicationOver } = await import("@/lib/applications/private/calls");
    return await isApplicationOver(id, secret);
  } catch {
    return false;
  }
}
