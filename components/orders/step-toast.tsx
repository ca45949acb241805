import { inboxHref } from "@/lib/applications/inbox/inbox";
import { replyHref } from "@/lib/applications/reply/replies";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { declinedWords } from "@/lib/applications/staff-words";
import { ApiError } from "@/lib/http/errors";
import type { OrderAction } from "@/lib/orders/status";
import { isolate } from "@/lib/values/bidi";
import { NamedSentence } from "../ui/display/named-sentence";
import { showToast, type Toast } from "../ui/toasts/show-toast";
import { undoAction } from "../ui/toasts/undo-action";

/** How long "Undo" is offered: longer than usual, because a step has more consequences to check. */
const STEP_UNDO_MS = 30_000;

const DONE: Readonly<Record<OrderAction, string>> = {
  complete: "is handed over.",
  cancel: "is available again: the adoption was cancelled.",
  return: "is back, and available again.",
};

type DoneStep = { petName: string; action: OrderAction; declined: readonly ApplicationSummary[]; isMailOn: boolean };

/** Reports a step of an adoption, and offers to undo it. */
export function showStepToast({ orderId, undo, ...done }: DoneStep & { orderId: bigint; undo(): Promise<unknown> }) {
  const about = `order:${orderId}`;
  showToast({
    about,
    ...doneToast(done),
    ...undoAction(undo, { about, reasonOf: reasonNotUndone }),
    shownMs: STEP_UNDO_MS,
  });
}

/** Says what a step did, and leads to the applicants who have to be told while the service sends no mail. */
function doneToast({ petName, action, declined, isMailOn }: DoneStep): Omit<Toast, "about"> {
  const textOf = (rest: string) => <NamedSentence name={petName} rest={rest} />;
  const [first] = declined;
  if (!first || isMailOn) return { text: textOf(`${DONE[action]} ${declinedWords(declined)}`.trim()) };
  const one = declined.length === 1;
  const link = one
    ? { href: replyHref(first.id, "adopted"), label: isolate(first.name) }
    : { href: inboxHref({ petId: String(first.petId), toTell: "true" }), label: "See them" };
  const text = textOf(`${DONE[action]} ${declined.length} ${one ? "applicant" : "applicants"} to tell:`);
  return { text, link };
}

const reasonNotUndone = (error: unknown) =>
  error instanceof ApiError && error.code === "conflict"
    ? "It was more than a minute ago, or something has changed since."
    : null;
