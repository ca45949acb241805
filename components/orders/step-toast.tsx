import { inboxHref } from "@/lib/applications/inbox/inbox";
import { replyHref } from "@/lib/applications/reply/replies";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { declinedWords, reopenedWords } from "@/lib/applications/staff-words";
import { ApiError } from "@/lib/http/errors";
import type { OrderAction } from "@/lib/orders/status";
import { isolate } from "@/lib/values/bidi";
import { NamedSentence } from "../ui/display/named-sentence";
import { showToast, type Toast } from "../ui/toasts/show-toast";
import { undoAction, undoAndReport } from "../ui/toasts/undo-action";

/** How long the toast is shown: longer than usual, because a step has more consequences to check. */
const STEP_TOAST_MS = 30_000;

const DONE: Readonly<Record<OrderAction, string>> = {
  complete: "is handed over.",
  cancel: "is available again: the adoption was cancelled.",
  return: "is back, and available again.",
};

type DoneStep = {
  petName: string;
  action: OrderAction;
  /** The applications that a hand-over has declined. */
  declined: readonly ApplicationSummary[];
  /** The applications that are open after a return. */
  reopened: readonly ApplicationSummary[];
  isMailOn: boolean;
};

type Undo = { orderId: bigint; action: OrderAction; undo(): Promise<unknown> };

/** Reports a step of an adoption, and offers to undo it. */
export function showStepToast({ orderId, undo, ...done }: DoneStep & Undo) {
  const { action } = done;
  const about = `order:${orderId}`;
  showToast({ about, ...doneToast(done), ...undoAction(undo, undoOptions(orderId, action)), shownMs: STEP_TOAST_MS });
}

/** Undoes a step of an adoption, and reports whether that worked. */
export const undoStep = ({ orderId, action, undo }: Undo) => undoAndReport(undo, undoOptions(orderId, action));

/** What undoing a step is about, and why it may be refused. */
const undoOptions = (orderId: bigint, action: OrderAction) => ({
  about: `order:${orderId}`,
  reasonOf: (error: unknown) => reasonNotUndone(error, action),
});

/**
 * Says what a step did. Leads to the applications that are open again, and to the applicants who have to be told while
 * the service sends no mail.
 */
function doneToast({ petName, action, declined, reopened, isMailOn }: DoneStep): Omit<Toast, "about"> {
  const textOf = (rest: string) => <NamedSentence name={petName} rest={rest} />;
  const [open] = reopened;
  if (open) {
    const link =
      reopened.length === 1
        ? { href: `/staff/applications/${open.id}`, label: "Open it" }
        : { href: inboxHref({ petId: String(open.petId) }), label: "See them" };
    return { text: textOf(`${DONE[action]} ${reopenedWords(reopened)}`), link };
  }
  const [first] = declined;
  if (!first || isMailOn) return { text: textOf(`${DONE[action]} ${declinedWords(declined)}`.trim()) };
  const one = declined.length === 1;
  const link = one
    ? { href: replyHref(first.id, "adopted"), label: isolate(first.name) }
    : { href: inboxHref({ petId: String(first.petId), toTell: "true" }), label: "See them" };
  const text = textOf(`${DONE[action]} ${declined.length} ${one ? "applicant" : "applicants"} to tell:`);
  return { text, link };
}

function reasonNotUndone(error: unknown, action: OrderAction): string | null {
  if (!(error instanceof ApiError && error.code === "conflict")) return null;
  return action === "complete"
    ? "Other applicants know that the animal is adopted, or something has changed since. Record its return instead."
    : "It was more than a minute ago, or something has changed since.";
}
