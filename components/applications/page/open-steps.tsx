import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Application } from "@/lib/applications/schema";
import { sentNoun } from "@/lib/applications/sent-words";
import { becameWords, STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { type ApplicationStatus, isOpen, OPEN_STATUSES, type OpenStatus } from "@/lib/applications/status";
import { refusalWords } from "@/lib/http/refusal-words";
import { ordersQuery } from "@/lib/orders/client";
import { adoptionsHref } from "@/lib/orders/params";
import { petsByIdQuery, sendChangePet } from "@/lib/pets/client";
import type { ListedPet } from "@/lib/pets/list/schema";
import { nameInSentence } from "@/lib/values/words";
import { useCommand } from "../../audit/use-command";
import { useIsMailOn, usePersonId } from "../../people/signed-in";
import { showPetToast } from "../../pets/pet-messages";
import { Button, buttonClass } from "../../ui/button";
import { type Question, useQuestion } from "../../ui/confirm-dialog";
import { FormMessage } from "../../ui/field";
import { continueAt } from "../../ui/focus";
import { Link } from "../../ui/link";
import { Menu, MenuItem } from "../../ui/menu";
import { actions } from "../../ui/panel";
import { cx } from "../../ui/style";
import { ApproveDialog } from "./approve-dialog";
import { REPLY_ID } from "./reply";
import { type Decision, nextHeading } from "./use-decisions";

const ENDINGS = ["declined", "withdrawn"] as const;
type Ending = (typeof ENDINGS)[number];

const ENDING_WORDS: Readonly<Record<Ending, { label: string; done: string }>> = {
  declined: { label: "Decline", done: "Declined." },
  withdrawn: { label: "Mark as withdrawn", done: "Marked as withdrawn." },
};

function endingQuestion(ending: Ending, { name, isQuestion }: Application, isMailOn: boolean): Question {
  const confirm = ENDING_WORDS[ending].label;
  const noun = sentNoun(isQuestion);
  if (ending === "withdrawn") {
    return {
      confirm,
      question: (
        <>
          Has <bdi>{nameInSentence(name)}</bdi> withdrawn the {noun}?
        </>
      ),
      details: `A withdrawn ${noun} cannot be reopened. If they change their mind, they can send a new one.`,
    };
  }
  return {
    confirm,
    tone: "primary",
    question: (
      <>
        Decline the {noun} of <bdi>{nameInSentence(name)}</bdi>?
      </>
    ),
    details: isMailOn
      ? "They get a short e-mail at once. You can reopen it later."
      : "They get no e-mail, so tell them yourself. You can reopen it later.",
  };
}

/** The only filled button of the page: to get in touch, then to approve. */
export function nextStep({ status, handledBy, isQuestion }: Application, me: string) {
  if (!isOpen(status) || isQuestion) return null;
  if (handledBy !== null && handledBy.id !== me) return null;
  return status === "new" ? "reply" : "approve";
}

type TakenPetProps = { application: Application; pet: ListedPet };

/** Says why nobody can be approved, and leads to the adoption. */
function TakenPet({ application, pet }: TakenPetProps) {
  const { petId, petName, isQuestion } = application;
  const isAdopted = pet.status === "sold";
  const adoption = { status: isAdopted ? "completed" : "open", petId: String(petId) } as const;
  const orders = useQuery(ordersQuery(adoption)).data?.orders;
  if (orders?.length === 0) return <OnlyMarked application={application} pet={pet} />;
  return (
    <p>
      <Link className="text-accent underline underline-offset-2" href={adoptionsHref(adoption)}>
        Somebody {isAdopted ? "has adopted" : "is adopting"} <bdi>{petName}</bdi>
      </Link>
      , so this {isQuestion ? "question cannot become an adoption" : "application cannot be approved"}
      {!isAdopted && " now"}.
    </p>
  );
}

/** An animal that is pending or adopted without an adoption, with the button that makes it available. */
function OnlyMarked({ application: { name, isQuestion }, pet }: TakenPetProps) {
  const change = useCommand({
    send: () => sendChangePet(pet.id, pet.version ?? "", { status: "available" }),
    onDone: () => {
      showPetToast(pet, "is available.");
      continueAt(nextHeading);
    },
  });
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <bdi>{pet.name}</bdi> is marked as {pet.status === "sold" ? "adopted" : "pending"}, but no adoption says by
        whom. If it is <bdi>{name}</bdi>, make the animal available, and then choose “
        {isQuestion ? "Approve as an adoption…” under “More steps" : "Approve"}”.
      </p>
      <Button look="quiet" busy={change.isPending} onClick={() => void change.run()}>
        Make <bdi>{nameInSentence(pet.name)}</bdi> available
      </Button>
      {change.error && (
        <FormMessage role="alert">
          <p>Nothing was changed. {refusalWords(change.error)}</p>
        </FormMessage>
      )}
    </div>
  );
}

type OpenStepsProps = { application: Application; decision: Decision };

/**
 * The steps of a question are a reply and marking it as answered. Other statuses are in its menu. Approving is the main
 * action for whoever handles an application, once they are in touch with the applicant.
 */
export function OpenSteps({ application, decision }: OpenStepsProps) {
  const { petId, status, isQuestion } = application;
  const { decide } = decision;
  const isMailOn = useIsMailOn();
  const next = nextStep(application, usePersonId());
  const pet = useQuery(petsByIdQuery(String(petId))).data?.[0];
  const isTaken = pet !== undefined && pet.status !== undefined && pet.status !== "available";
  const { ask, dialog } = useQuestion();
  const askEnding = (ending: Ending) => () =>
    ask(endingQuestion(ending, application, isMailOn), () => decide({ status: ending }, ENDING_WORDS[ending].done));
  const [isApproving, setApproving] = useState(false);
  const askApproval = () => setApproving(true);
  return (
    <>
      {isQuestion ? (
        <QuestionButtons isNew={status === "new"} decision={decision} />
      ) : (
        <>
          <StatusButtons status={status} decision={decision} />
          <div className="grid auto-cols-fr grid-flow-col gap-2.5">
            {!isTaken && (
              <Button look={next === "approve" ? "primary" : "quiet"} aria-haspopup="dialog" onClick={askApproval}>
                Approve
              </Button>
            )}
            <Button look="quiet" aria-haspopup="dialog" onClick={askEnding("declined")}>
              {ENDING_WORDS.declined.label}
            </Button>
          </div>
        </>
      )}
      <div className="-mx-1 -my-2">
        <Menu look="inline" align="start" label="More steps">
          {isQuestion &&
            OPEN_STATUSES.filter((one) => one !== status).map((one) => (
              <MenuItem key={one} onSelect={() => decide({ status: one }, becameWords(one))}>
                Mark as “{STAFF_STATUS_LABELS[one]}”
              </MenuItem>
            ))}
          {isQuestion && !isTaken && <MenuItem onSelect={askApproval}>Approve as an adoption…</MenuItem>}
          {ENDINGS.filter((ending) => isQuestion || ending !== "declined").map((ending) => (
            <MenuItem key={ending} onSelect={askEnding(ending)}>
              {ENDING_WORDS[ending].label}…
            </MenuItem>
          ))}
          <MenuItem onSelect={() => decide({ folder: "suspicious" }, "Moved to the suspicious applications.")}>
            Mark as spam
          </MenuItem>
        </Menu>
      </div>
      {dialog}
      <ApproveDialog
        application={application}
        decision={decision}
        open={isApproving}
        onClose={() => setApproving(false)}
      />
      {isTaken && <TakenPet application={application} pet={pet} />}
    </>
  );
}

function QuestionButtons({ isNew, decision: { decide, busy } }: { isNew: boolean; decision: Decision }) {
  return (
    <div className={actions}>
      <a className={buttonClass(isNew ? "primary" : "quiet")} href={`#${REPLY_ID}`}>
        Write a reply
      </a>
      <Button
        look={isNew ? "quiet" : "primary"}
        busy={busy}
        onClick={() => decide({ status: "answered" }, "Marked as answered.")}
      >
        Mark as answered
      </Button>
    </div>
  );
}

function StatusButtons({ status, decision }: { status: ApplicationStatus; decision: Decision }) {
  const choose = (next: OpenStatus) => {
    if (next !== status) decision.decide({ status: next }, becameWords(next));
  };
  return (
    <fieldset
      aria-busy={decision.busy}
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
  );
}
