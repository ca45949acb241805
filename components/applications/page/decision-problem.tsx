import { ChangedMeanwhile } from "@/lib/applications/calls";
import type { HandledBy } from "@/lib/applications/expected-application";
import type { Application } from "@/lib/applications/schema";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { canBecome } from "@/lib/applications/status";
import { ApiError } from "@/lib/http/errors";
import { HandOverTime } from "../../orders/hand-over-time";
import { RequestProblem } from "../../people/request-problem";
import { Button } from "../../ui/buttons/button";
import { Ago } from "../../ui/display/time";
import { actions } from "../../ui/style/panel";
import type { Decisions, Failure } from "./use-decisions";

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
        id="decision-again"
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

/** Shows both changes and lets the person choose. */
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
