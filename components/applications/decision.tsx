import { useQuery } from "@tanstack/react-query";
import type { Application } from "@/lib/applications/schema";
import { STAFF_STATUS_WORDS } from "@/lib/applications/staff-words";
import { isOpen, OPEN_STATUSES, statusBeforeDecline } from "@/lib/applications/status";
import { petsByIdQuery } from "@/lib/pets/queries";
import { useIsMailOn } from "../mail/mail-on";
import { Adoption } from "../orders/adoption";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { cx } from "../ui/cx";
import { actions, panel, stack } from "../ui/panel";
import { DecisionProblem } from "./decision-problem";
import { REPLY_ID } from "./reply";
import { TakenPet } from "./taken-pet";
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

/** The steps of an open application. */
function OpenSteps({ application, decisions }: Props) {
  const pet = useQuery(petsByIdQuery(String(application.petId))).data?.[0];
  const isTaken = pet !== undefined && pet.status !== undefined && pet.status !== "available";
  return (
    <>
      <StatusSteps application={application} decisions={decisions} />
      {isTaken ? (
        <TakenPet application={application} isAdopted={pet.status === "sold"} />
      ) : (
        <Approve application={application} decisions={decisions} />
      )}
      <Endings application={application} decisions={decisions} />
    </>
  );
}

/** The statuses of an open application, as buttons. */
function StatusSteps({ application: { status }, decisions: { decide } }: Props) {
  const choose = (next: (typeof OPEN_STATUSES)[number]) => {
    const { label, explanation } = STAFF_STATUS_WORDS[next];
    if (next !== status) void decide({ status: next }, `${label}: ${explanation}.`);
  };
  return (
    <fieldset className="grid grid-cols-3 overflow-hidden rounded-control border border-control-line">
      <legend className="sr-only">Status</legend>
      {OPEN_STATUSES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === status}
          className={cx(
            "min-h-target cursor-pointer border-e border-control-line px-2 font-medium transition last:border-e-0",
            "hover:bg-hover focus-visible:-outline-offset-2 active:bg-pressed",
            one === status && "bg-accent-back font-semibold text-accent hover:bg-accent-back",
          )}
          onClick={() => choose(one)}
        >
          {STAFF_STATUS_WORDS[one].label}
        </button>
      ))}
    </fieldset>
  );
}

/** The main action as soon as somebody handles the application. Before that, the first step is to handle it. */
function Approve({ application: { name, petName, handledBy }, decisions: { decide, busy } }: Props) {
  return (
    <ConfirmButton
      look={handledBy === null ? "quiet" : "primary"}
      label="Approve"
      question={
        <>
          Shall <bdi>{name}</bdi> adopt <bdi>{petName}</bdi>?
        </>
      }
      details="The animal becomes pending, and you can set the day on which it is handed over. You can undo this until the adoption is completed."
      confirm="Approve"
      tone="primary"
      busy={busy}
      onConfirm={() => void decide({ status: "approved" }, "Approved. Now choose the day.")}
    />
  );
}

/** The steps that end an application without an adoption. */
function Endings({ application: { name }, decisions: { decide, busy } }: Props) {
  const isMailOn = useIsMailOn();
  return (
    <div className={actions}>
      <ConfirmButton
        look="quiet"
        label="Decline"
        question={
          <>
            Decline the application of <bdi>{name}</bdi>?
          </>
        }
        details={
          isMailOn
            ? "They get a short e-mail at once. You can reopen it later."
            : "You can reopen it later. Tell them yourself."
        }
        confirm="Decline"
        busy={busy}
        onConfirm={() => void decide({ status: "declined" }, "Declined.")}
      />
      <ConfirmButton
        look="quiet"
        label="They withdrew"
        question="Has the applicant withdrawn?"
        details="A withdrawn application cannot be reopened. If they change their mind, they can apply again."
        confirm="They withdrew"
        busy={busy}
        onConfirm={() => void decide({ status: "withdrawn" }, "Marked as withdrawn.")}
      />
    </div>
  );
}

/** That the applicant does not know yet that somebody else has adopted the animal. Opening the reply also ends this. */
function ToTell({ application: { petName }, decisions: { decide, busy } }: Props) {
  const isMailOn = useIsMailOn();
  return (
    <div className="grid gap-3 rounded-card border-2 border-amber bg-amber-back px-4 py-3">
      <p>
        <strong>The applicant does not know yet</strong> that <bdi>{petName}</bdi> was adopted by somebody else:{" "}
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
