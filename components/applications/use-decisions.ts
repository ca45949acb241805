import { useState } from "react";
import { ChangedMeanwhile, fieldsBefore } from "@/lib/applications/calls";
import { useChangeApplication } from "@/lib/applications/queries";
import type { Application, ApplicationChange } from "@/lib/applications/schema";
import { canBecome } from "@/lib/applications/status";
import { toSentence } from "@/lib/http/errors";
import { continueAt } from "../ui/continue-at";
import { showToast } from "../ui/show-toast";
import { undoAction } from "../ui/undo-action";
import { useOneAtATime } from "../ui/use-one-at-a-time";

/** A change that failed, and why. */
export type Failure = { change: ApplicationChange; error: unknown };

/**
 * Makes one change of an application at a time, with Undo. Reports what failed, and what somebody else did in the
 * meantime.
 */
export function useDecisions(application: Application) {
  const { mutateAsync, isPending } = useChangeApplication(application.id);
  const [failure, setFailure] = useState<Failure | null>(null);

  /**
   * Returns what a message is about. A newer message about the same field replaces the earlier one, whose Undo is
   * outdated.
   */
  const aboutOf = (change: ApplicationChange) => `application:${application.id}:${Object.keys(change).join()}`;

  /** Sends a change and reports it. Returns the changed application, or null if it was not changed. */
  const decide = useOneAtATime(async (change: ApplicationChange, done: string): Promise<Application | null> => {
    setFailure(null);
    try {
      const changed = await mutateAsync({ seen: application, change });
      showToast({ text: done, about: aboutOf(change), ...undoOf(application, changed, change) });
      continueAt(nextHeading);
      return changed;
    } catch (error) {
      setFailure({ change, error });
      return null;
    }
  });

  const undoOf = (before: Application, after: Application, change: ApplicationChange) => {
    if (change.status !== undefined && !canBecome(after.status, before.status)) return {};
    // A new status also ends that the applicant has to be told something.
    const isToldLater = change.status !== undefined && before.toTell;
    const earlier = { ...fieldsBefore(before, change), ...(isToldLater && { toTell: true }) };
    const undo = () => mutateAsync({ seen: after, change: earlier });
    return undoAction(undo, { about: aboutOf(change), reasonOf: undoRefusal });
  };
  return { decide, busy: isPending, failure, clear: () => setFailure(null) };
}

const undoRefusal = (error: unknown) =>
  error instanceof ChangedMeanwhile ? "Somebody else has changed it since." : toSentence(error);

/** Says that an applicant now knows that somebody else has adopted the animal. */
export const TOLD = "Marked as told.";

/** The id of the heading above the next steps. */
export const NEXT_HEADING = "decision-heading";
/** Finds the heading where reading continues, because a step may remove its own button. */
export const nextHeading = () => document.getElementById(NEXT_HEADING);

/** What a part of the page needs to change the application. */
export type Decisions = ReturnType<typeof useDecisions>;
