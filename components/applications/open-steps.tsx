import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Application } from "@/lib/applications/schema";
import { becameWords, STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { type ApplicationStatus, OPEN_STATUSES, type OpenStatus } from "@/lib/applications/status";
import { petsByIdQuery } from "@/lib/pets/queries";
import { useIsMailOn } from "../mail/mail-on";
import { ConfirmButton } from "../ui/confirm-button";
import { cx } from "../ui/cx";
import { actions } from "../ui/panel";
import { ApproveDialog } from "./approve-dialog";
import { ENDING_WORDS, ENDINGS, endingQuestion } from "./endings";
import { QuestionSteps } from "./question-steps";
import { TakenPet } from "./taken-pet";
import type { Decisions } from "./use-decisions";

type Props = { application: Application; decisions: Decisions };

/**
 * The steps of an open application: the way to the approval, and what ends it without an adoption. A question has steps
 * of its own.
 */
export function OpenSteps({ application, decisions }: Props) {
  const pet = useQuery(petsByIdQuery(String(application.petId))).data?.[0];
  const isTaken = pet !== undefined && pet.status !== undefined && pet.status !== "available";
  if (application.isQuestion) {
    return (
      <>
        <QuestionSteps application={application} decisions={decisions} canApprove={!isTaken} />
        {isTaken && <TakenPet application={application} pet={pet} />}
      </>
    );
  }
  return (
    <>
      <Way application={application} decisions={decisions} canApprove={!isTaken} />
      {isTaken && <TakenPet application={application} pet={pet} />}
      <Endings application={application} decisions={decisions} />
    </>
  );
}

const WAY: readonly ApplicationStatus[] = OPEN_STATUSES;

/**
 * The statuses on the way to the approval, in one row. The next one is the main action as soon as somebody handles the
 * application. Before that, the first step is to handle it.
 */
function Way({ application, decisions, canApprove }: Props & { canApprove: boolean }) {
  const { status, handledBy } = application;
  const [isApproving, setApproving] = useState(false);
  const at = WAY.indexOf(status);
  const choose = (next: OpenStatus) => {
    if (next !== status) void decisions.decide({ status: next }, becameWords(next));
  };
  const lookOf = (index: number) => (index === at ? "current" : index === at + 1 && handledBy ? "next" : "other");
  return (
    <>
      <fieldset
        aria-busy={decisions.busy}
        className="flex overflow-hidden rounded-control border border-control-line aria-busy:cursor-progress"
      >
        <legend className="sr-only">Status</legend>
        {OPEN_STATUSES.map((one, index) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === status}
            className={cx(step, STEPS[lookOf(index)])}
            onClick={() => choose(one)}
          >
            {STAFF_STATUS_LABELS[one]}
          </button>
        ))}
        {canApprove && (
          <button
            type="button"
            aria-haspopup="dialog"
            className={cx(step, STEPS[lookOf(OPEN_STATUSES.length)])}
            onClick={() => !decisions.busy && setApproving(true)}
          >
            Approve
          </button>
        )}
      </fieldset>
      {status === "new" && handledBy && (
        <p className="text-sm text-soft">It stays new until you choose “Talking”. Do that when you get in touch.</p>
      )}
      <ApproveDialog
        application={application}
        decisions={decisions}
        open={isApproving}
        onClose={() => setApproving(false)}
      />
    </>
  );
}

/** The classes of a step, and those of its state. */
const step = cx(
  "min-h-target flex-auto cursor-pointer border-e border-control-line px-1 font-medium transition last:border-e-0",
  "focus-visible:-outline-offset-2 max-sm:text-sm",
);
const STEPS = {
  current: "bg-accent-back font-semibold text-accent",
  next: "bg-accent font-semibold text-accent-ink hover:bg-accent-hover active:bg-accent-pressed focus-visible:outline-accent-ink",
  other: "hover:bg-hover active:bg-pressed",
} as const;

/** The steps that end an application without an adoption. */
function Endings({ application, decisions: { decide, busy } }: Props) {
  const isMailOn = useIsMailOn();
  return (
    <div className={cx(actions, "-mx-3 -my-2")}>
      {ENDINGS.map((ending) => (
        <ConfirmButton
          key={ending}
          look="link"
          label={ENDING_WORDS[ending].label}
          {...endingQuestion(ending, application, isMailOn)}
          busy={busy}
          onConfirm={() => void decide({ status: ending }, ENDING_WORDS[ending].done)}
        />
      ))}
    </div>
  );
}
