import type { Application } from "@/lib/applications/schema";
import { STAFF_STATUS_WORDS } from "@/lib/applications/staff-words";
import { isOpen, statusBeforeDecline } from "@/lib/applications/status";
import { useIsMailOn } from "../mail/mail-on";
import { Adoption } from "../orders/adoption";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { actions, panel, stack } from "../ui/panel";
import { DecisionProblem } from "./decision-problem";
import { OpenSteps } from "./open-steps";
import { REPLY_ID } from "./reply";
import { type Decisions, NEXT_HEADING, nextHeading, TOLD } from "./use-decisions";

type Props = { application: Application; decisions: Decisions };

/** The status of an application, and the next steps. */
export function Decision({ application, decisions }: Props) {
  const { status, orderId, name, petName } = application;
  const { failure } = decisions;
  const isMailOn = useIsMailOn();
  // A withdrawn application has no steps left.
  const isMore = status !== "withdrawn";
  return (
    <section className={cx(panel, stack)} aria-labelledby={NEXT_HEADING}>
      <h2 id={NEXT_HEADING} tabIndex={-1}>
        What next?
      </h2>
      {isOpen(status) && <OpenSteps application={application} decisions={decisions} />}
      {status === "approved" && orderId !== null && (
        <Adoption orderId={orderId} petName={petName} adopterName={name} next={nextHeading} />
      )}
      {status === "approved" && orderId === null && <p>Opening the adoption…</p>}
      {application.toTell && <ToTell application={application} decisions={decisions} />}
      {status === "declined" && <Reopen application={application} decisions={decisions} />}
      {status === "withdrawn" && <p>The applicant withdrew. If they change their mind, they can apply again.</p>}
      {failure && failure.change.note === undefined && (
        <DecisionProblem application={application} decisions={decisions} failure={failure} />
      )}
      {isMore && !application.toTell && (
        <p className="text-sm text-soft">
          {isMailOn ? (
            "The applicant gets a short e-mail about every step except “New”."
          ) : (
            <>
              This service sends no mail, so{" "}
              <a className="text-accent underline underline-offset-2" href={`#${REPLY_ID}`}>
                reply to the applicant
              </a>{" "}
              yourself.
            </>
          )}
        </p>
      )}
    </section>
  );
}

/** News that the applicant does not know yet. Opening the reply also ends this. */
function ToTell({ application: { petName, status }, decisions: { decide, busy } }: Props) {
  const isMailOn = useIsMailOn();
  const name = <bdi>{petName}</bdi>;
  return (
    <div className="grid gap-3 rounded-card border-2 border-amber bg-amber-back px-4 py-3">
      <p>
        <strong>The applicant does not know yet</strong> that{" "}
        {status === "declined" ? <>{name} was adopted by somebody else</> : <>the adoption of {name} was cancelled</>}:{" "}
        {isMailOn ? "the e-mail could not be sent." : "this service sends no mail."}{" "}
        <a className="text-accent underline underline-offset-2" href={`#${REPLY_ID}`}>
          Reply
        </a>{" "}
        or call them.
      </p>
      <div className={actions}>
        <Button busy={busy} onClick={() => void decide({ toTell: false }, TOLD)}>
          Told
        </Button>
      </div>
    </div>
  );
}

function Reopen({ application, decisions: { decide, busy } }: Props) {
  const status = statusBeforeDecline(application);
  const done = `Reopened as “${STAFF_STATUS_WORDS[status].label}”.`;
  return (
    <>
      <p>This application was declined. You can reopen it.</p>
      <div className={actions}>
        <Button look="quiet" busy={busy} onClick={() => void decide({ status }, done)}>
          Reopen
        </Button>
      </div>
    </>
  );
}
