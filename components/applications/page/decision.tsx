import { useQuery } from "@tanstack/react-query";
import { saveVisit, toStoredVisit } from "@/lib/applications/client";
import type { Application } from "@/lib/applications/schema";
import { sentNoun } from "@/lib/applications/sent-words";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { isOpen, statusBeforeClosing } from "@/lib/applications/status";
import { petsByIdQuery } from "@/lib/pets/client";
import { appointmentWords } from "@/lib/values/time-words";
import { Adoption } from "../../orders/adoption-steps";
import { DayButton } from "../../orders/hand-over-day";
import { useIsMailOn, usePersonId } from "../../people/signed-in";
import { Button, buttonClass } from "../../ui/button";
import { actions, Panel } from "../../ui/panel";
import { nextStep, OpenSteps } from "./open-steps";
import { REPLY_ID } from "./reply";
import { type Decision, MARKED_AS_TOLD, NEXT_HEADING, nextHeading, useDecision } from "./use-decisions";

export function NextSteps({ application }: { application: Application }) {
  const { status, orderId, name, petName, isQuestion, email } = application;
  const decision = useDecision(application);
  const step = nextStep(application, usePersonId());
  const isMailOn = useIsMailOn();
  // Nothing is sent without an e-mail address, about a withdrawn application or an answered question, and an open
  // question says “Reply” anyway.
  const isMailed = email !== null && status !== "withdrawn" && status !== "answered";
  const saysMail = isMailed && (isMailOn || !(isQuestion && isOpen(status)));
  return (
    <Panel id={NEXT_HEADING} title="What next?">
      {/* A question has this link among its steps. */}
      {isOpen(status) && !isQuestion && email !== null && (
        <a className={buttonClass(step === "reply" ? "primary" : "quiet")} href={`#${REPLY_ID}`}>
          Write a reply
        </a>
      )}
      {status === "visit" && <Visit application={application} />}
      {isOpen(status) && <OpenSteps application={application} decision={decision} />}
      {status === "approved" && orderId !== null && (
        <Adoption
          orderId={orderId}
          petName={petName}
          adopterName={name}
          next={nextHeading}
          completion={completionOf(application)}
        />
      )}
      <Outcome application={application} decision={decision} />
      {status === "withdrawn" && (
        <p>
          The applicant has withdrawn this {sentNoun(isQuestion)}. If they change their mind, they can send a new one.
        </p>
      )}
      {decision.problem}
      {saysMail && !application.toTell && (
        <p className="text-sm text-soft">
          {isMailOn ? (
            `The applicant gets a short e-mail about every step except “New”${isQuestion ? " and “Answered”" : ""}.`
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
    </Panel>
  );
}

function Visit({ application }: { application: Application }) {
  const { id, name, visitAt } = application;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>{visitAt === null ? "The visit has no day yet." : `Visit: ${appointmentWords(visitAt)}`}</p>
      <DayButton
        what="visit"
        name={name}
        stored={toStoredVisit(application)}
        about={`application:${id}:visitAt`}
        save={(edit) => saveVisit(id, edit)}
      />
    </div>
  );
}

/** Whether the applicant has to be told the outcome, and the way back from it. */
function Outcome({ application, decision: { decide, busy } }: { application: Application; decision: Decision }) {
  const { petId, petName, status, toTell, isQuestion } = application;
  const pet = useQuery(petsByIdQuery(String(petId))).data?.[0];
  const isMailOn = useIsMailOn();
  const before = statusBeforeClosing(application);
  const name = <bdi>{petName}</bdi>;
  const isDeclined = status === "declined";
  const news = !isDeclined ? (
    <>the adoption of {name} was cancelled</>
  ) : pet?.status === "available" ? (
    <>
      the {sentNoun(isQuestion)} was declined, and {name} is available again
    </>
  ) : (
    <>{name} was adopted by somebody else</>
  );
  return (
    <>
      {toTell && (
        <div className="grid gap-3 rounded-card border-2 border-amber bg-amber-back px-4 py-3">
          <p>
            <strong>The applicant does not know yet</strong> that {news}:{" "}
            {isMailOn ? "the e-mail could not be sent." : "this service sends no mail."}{" "}
            <a className="text-accent underline underline-offset-2" href={`#${REPLY_ID}`}>
              Reply
            </a>{" "}
            or call them.
          </p>
          <div className={actions}>
            {/* Opening the reply dismisses it, too. */}
            <Button busy={busy} onClick={() => decide({ toTell: false }, MARKED_AS_TOLD)}>
              Mark as told
            </Button>
          </div>
        </div>
      )}
      {(isDeclined || status === "answered") && (
        <>
          <p>
            {isDeclined ? `This ${sentNoun(isQuestion)} was declined.` : "This question is answered."} You can reopen
            it.
          </p>
          <div className={actions}>
            <Button
              look="quiet"
              busy={busy}
              onClick={() => decide({ status: before }, `Reopened as “${STAFF_STATUS_LABELS[before]}”.`)}
            >
              Reopen
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function completionOf({ history }: Application) {
  const found = history.find(({ changes }) => changes.order?.to === "completed");
  return found && { recordedAt: found.at, changeSetId: found.changeSetId };
}
