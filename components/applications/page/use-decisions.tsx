import { useRef, useState } from "react";
import { canBecome } from "@/lib/adoptions/transitions";
import { ChangedMeanwhile, fieldsBefore, type HandledBy, useChangeApplication } from "@/lib/applications/client";
import type { Application, ApplicationChange } from "@/lib/applications/schema";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { ApiError } from "@/lib/http/errors";
import { useUndoOffer } from "../../audit/undo-offer";
import { HandOverTime } from "../../orders/hand-over-fields";
import { RequestProblem } from "../../people/request-problem";
import type { Me } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { continueAt } from "../../ui/focus";
import { actions } from "../../ui/panel";
import { Ago } from "../../ui/time";
import { showToast } from "../../ui/toast";

/** Who would handle the application, if their name is known, and what follows when the change is undone. */
type Options = { handler?: HandledBy | undefined; onUndone?: (() => void) | undefined };
/** A change that failed. `done` is what it says when it works. */
type Failure = {
  change: ApplicationChange;
  done: string | null;
  handler: HandledBy | undefined;
  error: unknown;
};

/** Changes an application, with Undo. The same change is never sent twice at a time. */
export function useDecisions(application: Application) {
  const { mutateAsync, isPending } = useChangeApplication(application.id);
  const offerUndo = useUndoOffer();
  const [failure, setFailure] = useState<Failure | null>(null);
  const sending = useRef(new Set<string>());

  /** A newer toast about the same field replaces the earlier one, whose Undo is outdated. */
  const aboutOf = (change: ApplicationChange) => {
    const fields = Object.keys(fieldsBefore(application, change));
    // An approval may also say who handles the application.
    const main = change.status === undefined ? fields : fields.filter((field) => field !== "handledBy");
    return `application:${application.id}:${main.join()}`;
  };

  /** `done` is null if the page says it beside the button. Returns whether the change was made. */
  const decide = async (change: ApplicationChange, done: string | null, options: Options = {}): Promise<boolean> => {
    const { handler, onUndone } = options;
    const wanted = JSON.stringify(change);
    if (sending.current.has(wanted)) return false;
    sending.current.add(wanted);
    setFailure(null);
    // The next steps change before the answer arrives, and the pressed control may disappear with them.
    continueAt(nextHeading);
    try {
      const { changeSets } = await mutateAsync({ seen: application, change, handler });
      const about = aboutOf(change);
      // The applicant is told of this, and then has to apply again.
      const undoable = change.status === "withdrawn" ? [] : changeSets;
      if (done !== null) showToast({ text: done, about, ...offerUndo(undoable, { about, onUndone }) });
      continueAt(nextHeading);
      return true;
    } catch (error) {
      setFailure({ change, done, handler, error });
      return false;
    } finally {
      sending.current.delete(wanted);
    }
  };

  return { decide, busy: isPending, failure, clear: () => setFailure(null) };
}

/** Whether a failure belongs to the button that takes over an application or stops handling it. */
export const isOwnHandling = ({ change, handler }: Failure, me: Me) =>
  change.status === undefined && (change.handledBy === null || handler?.id === me.id);

export const MARKED_AS_TOLD = "Marked as told.";

export const NEXT_HEADING = "decision-heading";
/** Finds the heading that gets the focus after a step, because a step may remove its own button. */
export const nextHeading = () => document.getElementById(NEXT_HEADING);

export type Decisions = ReturnType<typeof useDecisions>;

type Props = { application: Application; decisions: Decisions; failure: Failure };
/** The button of the step is right there, so no other button is needed to try again. */
type ProblemProps = Props & { isBesideButton?: boolean };

/** Why a step failed: somebody else's change, or a refusal in plain words. */
export function DecisionProblem({ application, decisions, failure, isBesideButton = false }: ProblemProps) {
  const { change, done, handler, error } = failure;
  const again = () => void decisions.decide(change, done, { handler });
  if (error instanceof ChangedMeanwhile) {
    return <Collision application={application} decisions={decisions} failure={failure} />;
  }
  if (error instanceof ApiError && error.code === "conflict") {
    return (
      <p role="alert" className="text-danger">
        {change.status === "approved"
          ? "Nothing was approved: the animal is no longer available. Somebody else may already be adopting it."
          : "Nothing was changed: this step is no longer possible. What you see now is up to date."}
      </p>
    );
  }
  return (
    <div className="grid gap-3">
      <RequestProblem
        error={error}
        notDone="Nothing was changed."
        inDoubt={isBesideButton ? "" : "We do not know whether it was changed. Try again: nothing happens twice."}
        onWaited={again}
        onSignedIn={decisions.clear}
      />
      {!isBesideButton && !(error instanceof ApiError && error.status === 401) && (
        <div className={actions}>
          <Button look="quiet" busy={decisions.busy} onClick={again}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

/** Names who was to handle an application. Without a name, it is the person who views the page. */
const nameOf = (handler: HandledBy | undefined) => (handler?.name ? <bdi>{handler.name}</bdi> : "You handle it");

function Collision({ application, decisions, failure: { change, handler } }: Props) {
  const { status, handledBy, history } = application;
  const mine = change.status;
  const last = history.find(({ changes }) => (mine ? "status" : "handledBy") in changes);
  const canChoose = mine === undefined || canBecome(application, mine);
  return (
    <div role="alert" className="grid gap-3 rounded-card border-2 border-amber bg-amber-back px-4 py-3">
      <p>
        <strong>{last?.actor.name ? <bdi>{last.actor.name}</bdi> : "Somebody"}</strong> changed it first
        {last && (
          <>
            {" "}
            (<Ago iso={last.at} />)
          </>
        )}
        .
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
        <dt className="text-soft">Now</dt>
        <dd>
          {mine ? STAFF_STATUS_LABELS[status] : handledBy ? <bdi>{handledBy.name}</bdi> : "Nobody is handling it"}
        </dd>
        <dt className="text-soft">You wanted</dt>
        <dd>
          {mine ? STAFF_STATUS_LABELS[mine] : change.handledBy === null ? "Nobody is handling it" : nameOf(handler)}
          {change.shipDate && (
            <>
              , hand-over <HandOverTime iso={change.shipDate} />
            </>
          )}
        </dd>
      </dl>
      <div className={actions}>
        <Button look="quiet" onClick={decisions.clear}>
          Leave it
        </Button>
        {canChoose && (
          <Button
            busy={decisions.busy}
            onClick={() => void decisions.decide(change, "Changed as you wanted.", { handler })}
          >
            Change it anyway
          </Button>
        )}
      </div>
    </div>
  );
}

export const draftNames = (id: string, person: string) => ({
  reply: `applications.reply.${id}.${person}`,
  note: `applications.note.${id}.${person}`,
  approval: `applications.approve.${id}.${person}`,
});
