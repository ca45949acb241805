import { useQueryClient } from "@tanstack/react-query";
import { applicationQuery, sendChangeApplication } from "@/lib/applications/client";
import type { Application, ApplicationChange } from "@/lib/applications/schema";
import { isCertain, isStale } from "@/lib/http/errors";
import { useUndoOffer } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/button";
import { continueAt } from "../../ui/focus";
import { actions } from "../../ui/panel";
import { showToast } from "../../ui/toast";

type Step = {
  change: ApplicationChange;
  /** What a toast says afterwards. Null if the page says it beside the button. */
  done: string | null;
  onDone?: (() => void) | undefined;
  onUndone?: (() => void) | undefined;
};

/** Changes an application, with Undo. Show `problem` near the button. */
export function useDecision(application: Application) {
  const client = useQueryClient();
  const offerUndo = useUndoOffer();
  const { run, again, send, error, reset, isPending } = useCommand({
    send: ({ change }: Step) => sendChangeApplication(application, change),
    onDone: ({ data, changeSets }, { change, done, onDone, onUndone }) => {
      client.setQueryData(applicationQuery(application.id).queryKey, data);
      // A newer toast about the same field replaces the earlier one, whose Undo is outdated.
      const about = `application:${application.id}:${Object.keys(change)[0]}`;
      // The applicant is told of a withdrawal, and then has to apply again.
      const undoable = change.status === "withdrawn" ? [] : changeSets;
      if (done !== null) showToast({ text: done, about, ...offerUndo(undoable, { about, onUndone }) });
      onDone?.();
      continueAt(nextHeading);
    },
  });
  const decide = (change: ApplicationChange, done: string | null, after: Pick<Step, "onDone" | "onUndone"> = {}) =>
    void run({ change, done, ...after });
  const mayRepeat = isStale(error) || !isCertain(error);
  const problem = error !== null && (
    <div className="grid gap-3">
      <RequestProblem error={error} onWaited={again} onSignedIn={reset} />
      {mayRepeat && (
        <div className={actions}>
          <Button look="quiet" busy={isPending} onClick={again}>
            {isStale(error) ? "Change it anyway" : "Try again"}
          </Button>
        </div>
      )}
    </div>
  );
  return { decide, send, busy: isPending, error, problem, reset };
}

export type Decision = ReturnType<typeof useDecision>;

export const MARKED_AS_TOLD = "Marked as told.";

export const NEXT_HEADING = "decision-heading";
/** Finds the heading that gets the focus after a step, because a step may remove its own button. */
export const nextHeading = () => document.getElementById(NEXT_HEADING);

export const draftNames = (id: string, person: string) => ({
  reply: `applications.reply.${id}.${person}`,
  note: `applications.note.${id}.${person}`,
});
