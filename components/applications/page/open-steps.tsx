import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Application } from "@/lib/applications/schema";
import { becameWords, STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { OPEN_STATUSES, type OpenStatus } from "@/lib/applications/status";
import { petsByIdQuery } from "@/lib/pets/queries";
import { useIsMailOn } from "../../mail/mail-on";
import type { Me } from "../../people/signed-in";
import { Button } from "../../ui/buttons/button";
import { ConfirmButton } from "../../ui/overlays/confirm-button";
import { cx } from "../../ui/style/cx";
import { ApproveDialog } from "./approve-dialog";
import { ENDING_WORDS, endingQuestion } from "./endings";
import { MoreSteps } from "./more-steps";
import { nextStep } from "./next-step";
import { QuestionSteps } from "./question-steps";
import { TakenPet } from "./taken-pet";
import type { Decisions } from "./use-decisions";

type Props = { application: Application; decisions: Decisions; me: Me };

/**
 * The steps of an open application: its progress, the decision, and other ways to end it. A question has steps of its
 * own.
 */
export function OpenSteps({ application, decisions, me }: Props) {
  const pet = useQuery(petsByIdQuery(String(application.petId))).data?.[0];
  const isTaken = pet !== undefined && pet.status !== undefined && pet.status !== "available";
  return (
    <>
      {application.isQuestion ? (
        <QuestionSteps application={application} decisions={decisions} canApprove={!isTaken} />
      ) : (
        <>
          <StatusButtons application={application} decisions={decisions} me={me} />
          <DecisionButtons application={application} decisions={decisions} me={me} canApprove={!isTaken} />
        </>
      )}
      {isTaken && <TakenPet application={application} pet={pet} />}
    </>
  );
}

/** The statuses on the way to the decision, in one row. */
function StatusButtons({ application: { status, handledBy }, decisions, me }: Props) {
  const choose = (next: OpenStatus) => {
    if (next !== status) void decisions.decide({ status: next }, becameWords(next));
  };
  return (
    <>
      <fieldset
        aria-busy={decisions.busy}
        className="flex overflow-hidden rounded-control border border-control-line aria-busy:cursor-progress"
      >
        <legend className="sr-only">Status</legend>
        {OPEN_STATUSES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === status}
            className={cx(
              "min-h-target flex-1 cursor-pointer border-e border-control-line px-1 font-medium transition last:border-e-0",
              "focus-visible:-outline-offset-2 max-sm:text-sm",
              one === status ? "bg-accent-back font-semibold text-accent" : "hover:bg-hover active:bg-pressed",
            )}
            onClick={() => choose(one)}
          >
            {STAFF_STATUS_LABELS[one]}
          </button>
        ))}
      </fieldset>
      {status === "new" && handledBy?.id === me.id && (
        <p className="text-sm text-soft">It stays new until you choose “Talking”. Do that when you get in touch.</p>
      )}
    </>
  );
}

/**
 * Approves or declines the application. Approving is the main action for whoever handles the application, once they are
 * in touch with the applicant.
 */
function DecisionButtons({ application, decisions, me, canApprove }: Props & { canApprove: boolean }) {
  const [isApproving, setApproving] = useState(false);
  const isMailOn = useIsMailOn();
  const { decide, busy } = decisions;
  const isMain = nextStep(application, me) === "approve";
  return (
    <>
      <div className="grid auto-cols-fr grid-flow-col gap-2.5">
        {canApprove && (
          <Button look={isMain ? "primary" : "quiet"} aria-haspopup="dialog" onClick={() => setApproving(true)}>
            Approve
          </Button>
        )}
        <ConfirmButton
          look="quiet"
          className="justify-self-stretch"
          label={ENDING_WORDS.declined.label}
          {...endingQuestion("declined", application, isMailOn)}
          busy={busy}
          onConfirm={() => void decide({ status: "declined" }, ENDING_WORDS.declined.done)}
        />
      </div>
      <MoreSteps application={application} decisions={decisions} endings={["withdrawn"]} />
      <ApproveDialog
        application={application}
        decisions={decisions}
        open={isApproving}
        onClose={() => setApproving(false)}
      />
    </>
  );
}
