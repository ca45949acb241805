import { useRef, useState } from "react";
import { ChangedMeanwhile, fieldsBefore } from "@/lib/applications/calls";
import type { HandledBy } from "@/lib/applications/expected-application";
import { useChangeApplication } from "@/lib/applications/queries";
import type { Application, ApplicationChange } from "@/lib/applications/schema";
import { canBecome } from "@/lib/applications/status";
import type { Me } from "../../people/signed-in";
import { continueAt } from "../../ui/browser/continue-at";
import { showToast } from "../../ui/toasts/show-toast";
import { CHANGED_SINCE, undoAction } from "../../ui/toasts/undo-action";

/** Who would handle the application, if their name is known, and what follows when the change is undone. */
type Options = { handler?: HandledBy | undefined; onUndone?: (() => void) | undefined };
/** A change that failed, what it says when it is done, who would handle the application, and why it failed. */
export type Failure = {
  change: ApplicationChange;
  done: string | null;
  handler: HandledBy | undefined;
  error: unknown;
};

/**
 * Changes an application, with Undo. The same change is never sent twice at a time. Reports what failed, and what
 * somebody else did in the meantime.
 */
export function useDecisions(application: Application) {
  const { mutateAsync, isPending } = useChangeApplication(application.id);
  const [failure, setFailure] = useState<Failure | null>(null);
  const sending = useRef(new Set<string>());

  /**
   * Returns what a toast is about. A newer toast about the same field replaces the earlier one, whose Undo is outdated.
   */
  const aboutOf = (change: ApplicationChange) => {
    const fields = Object.keys(fieldsBefore(application, change));
    // An approval may also say who handles the application.
    const main = change.status === undefined ? fields : fields.filter((field) => field !== "handledBy");
    return `application:${application.id}:${main.join()}`;
  };

  /**
   * Sends a change and reports it in a toast, unless the page says it beside the button (null). The name of a new
   * handler is shown at once if it is given. Returns whether the change was made.
   */
  const decide = async (change: ApplicationChange, done: string | null, options: Options = {}): Promise<boolean> => {
    const { handler, onUndone } = options;
    const wanted = JSON.stringify(change);
    if (sending.current.has(wanted)) return false;
    sending.current.add(wanted);
    setFailure(null);
    // The next steps change before the answer arrives, and the pressed control may disappear with them.
    continueAt(nextHeading);
    try {
      const changed = await mutateAsync({ seen: application, change, handler });
      if (done !== null)
        showToast({ text: done, about: aboutOf(change), ...undoOf(application, changed, change, onUndone) });
      continueAt(nextHeading);
      return true;
    } catch (error) {
      setFailure({ change, done, handler, error });
      return false;
    } finally {
      sending.current.delete(wanted);
    }
  };

  const undoOf = (before: Application, after: Application, change: ApplicationChange, onUndone?: () => void) => {
    if (change.status !== undefined && !canBecome(after, before.status)) return {};
    // With a new status, there is nothing left to tell the applicant.
    const isToldLater = change.status !== undefined && before.toTell;
    const earlier: ApplicationChange = {
      ...fieldsBefore(before, change),
      ...(isToldLater && { toTell: true }),
      // The history has the earlier ones.
      ...(change.reply !== undefined && { reply: null }),
    };
    const undo = async () => {
      await mutateAsync({ seen: after, change: earlier });
      onUndone?.();
    };
    return undoAction(undo, { about: aboutOf(change), reasonOf: reasonNotUndone });
  };
  return { decide, busy: isPending, failure, clear: () => setFailure(null) };
}

const reasonNotUndone = (error: unknown) => (error instanceof ChangedMeanwhile ? CHANGED_SINCE : null);

/** Whether a failure belongs to the button that takes over an application or stops handling it. */
export const isOwnHandling = ({ change, handler }: Failure, me: Me) =>
  change.status === undefined && (change.handledBy === null || handler?.id === me.id);

/** The message after an applicant was marked as told. */
export const MARKED_AS_TOLD = "Marked as told.";

/** The id of the heading above the next steps. */
export const NEXT_HEADING = "decision-heading";
/** Finds the heading that gets the focus after a step, because a step may remove its own button. */
export const nextHeading = () => document.getElementById(NEXT_HEADING);

/** What a part of the page needs to change the application. */
export type Decisions = ReturnType<typeof useDecisions>;
