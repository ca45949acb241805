import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Application } from "@/lib/applications/schema";
import { becameWords, STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { OPEN_STATUSES, type OpenStatus } from "@/lib/applications/status";
import { petsByIdQuery } from "@/lib/pets/queries";
import { useIsMailOn } from "../../mail/mail-on";
import { Button } from "../../ui/buttons/button";
import { ConfirmButton } from "../../ui/overlays/confirm-button";
import type { Look } from "../../ui/style/button-class";
import { cx } from "../../ui/style/cx";
import { ApproveDialog } from "./approve-dialog";
import { ENDING_WORDS, type Ending, endingQuestion } from "./endings";
import type { Me } from "./me";
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
          <StatusSteps application={application} decisions={decisions} me={me} />
          <DecisionButtons application={application} decisions={decisions} me={me} canApprove={!isTaken} />
        </>
      )}
      {application.status === "new" && application.folder === "inbox" && <MarkAsSpam decisions={decisions} />}
      {isTaken && <TakenPet application={application} pet={pet} />}
    </>
  );
}

/** Moves a new application to the suspicious ones. */
function MarkAsSpam({ decisions: { decide, busy } }: Pick<Props, "decisions">) {
  return (
    <div className="-mx-3 -my-2">
      <Button
        look="link"
        busy={busy}
        onClick={() => void decide({ folder: "suspicious" }, "Moved to the suspicious applications.")}
      >
        Mark as spam
      </Button>
    </div>
  );
}

/** The statuses on the way to the decision, in one row. */
function StatusSteps({ application: { status, handledBy }, decisions, me }: Props) {
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
 * Approves or declines the application, or marks it as withdrawn. Approving is the main action for whoever handles the
 * application: for everybody else, the main action is to handle it.
 */
function DecisionButtons({ application, decisions, me, canApprove }: Props & { canApprove: boolean }) {
  const [isApproving, setApproving] = useState(false);
  const { handledBy, folder } = application;
  const isMain = handledBy?.id === me.id && folder === "inbox";
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        {canApprove && (
          <Button look={isMain ? "primary" : "quiet"} aria-haspopup="dialog" onClick={() => setApproving(true)}>
            Approve
          </Button>
        )}
        <EndingButton ending="declined" look="quiet" application={application} decisions={decisions} />
      </div>
      <div className="-mx-3 -my-2">
        <EndingButton ending="withdrawn" look="link" application={application} decisions={decisions} />
      </div>
      <ApproveDialog
        application={application}
        decisions={decisions}
        open={isApproving}
        onClose={() => setApproving(false)}
      />
    </>
  );
}

type EndingProps = { ending: Ending; look: Look; application: Application; decisions: Decisions };

/** A step that ends an application without an adoption. */
function EndingButton({ ending, look, application, decisions: { decide, busy } }: EndingProps) {
  const isMailOn = useIsMailOn();
  return (
    <ConfirmButton
      look={look}
      className="justify-self-stretch"
      label={ENDING_WORDS[ending].label}
      {...endingQuestion(ending, application, isMailOn)}
      busy={busy}
      onConfirm={() => void decide({ status: ending }, ENDING_WORDS[ending].done)}
    />
  );
}
