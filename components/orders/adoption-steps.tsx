import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { fetchOpenApplications } from "@/lib/applications/calls";
import { openApplicationsQuery } from "@/lib/applications/queries";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { ApiError } from "@/lib/http/errors";
import { type TakenStep, useOrderAction, useUndoOrder } from "@/lib/orders/queries";
import type { Order, OrderCompletion } from "@/lib/orders/schema";
import { ORDER_ACTIONS } from "@/lib/orders/status";
import { nameInSentence } from "@/lib/values/excerpt";
import { useIsMailOn } from "../mail/mail-on";
import { RequestProblem } from "../people/request-problem";
import { ApplicantNames } from "../pets/applicant-names";
import { continueAt } from "../ui/browser/continue-at";
import { useOneAtATime } from "../ui/hooks/use-one-at-a-time";
import { ConfirmButton } from "../ui/overlays/confirm-button";
import { cx } from "../ui/style/cx";
import { actions } from "../ui/style/panel";
import { CameBackButton } from "./came-back-button";
import { StepDay, useStepDay } from "./step-day";
import { showStepToast } from "./step-toast";

type Props = {
  order: Pick<Order, "id" | "petId" | "status" | "shipDate">;
  petName: string;
  /** Unknown for an adoption without an application. */
  adopterName: string | undefined;
  /** What gets the focus when a step has removed its own button. */
  next(): HTMLElement | null | undefined;
  /** Whether it is in a list, with less room. */
  isShort?: boolean;
  /** Whether the hand-over is a main step of the page. */
  isMain?: boolean;
  /** Whether a phone shows only the main step. */
  isFolded?: boolean;
  /** Whether only the hand-over is offered. */
  isOnlyHandOver?: boolean;
};

/** The steps of an adoption. A dialog asks first, because they also change the animal and the applications for it. */
export function AdoptionSteps({ order, petName, adopterName, next, ...looks }: Props) {
  const { isShort = false, isMain = true, isFolded = false, isOnlyHandOver = false } = looks;
  const { id, petId } = order;
  const isMailOn = useIsMailOn();
  const { mutateAsync, isPending, error, reset } = useOrderAction(id);
  const { mutateAsync: undo } = useUndoOrder(id);
  const [taken, setTaken] = useState<TakenStep | null>(null);
  const takeStep = useOneAtATime(async (taking: TakenStep) => {
    setTaken(taking);
    const { action: step } = taking;
    const declined = step === "complete" ? await fetchOpenApplications([petId]).catch(() => []) : [];
    try {
      await mutateAsync(taking);
      showStepToast({ orderId: id, petName, step, declined, isMailOn, undo: () => undo(ORDER_ACTIONS[step].to) });
      continueAt(next);
      return true;
    } catch {
      // The mutation keeps the error, which is shown below.
      return false;
    }
  });
  return (
    <>
      <StepButtons
        order={order}
        petName={petName}
        adopterName={adopterName}
        isShort={isShort}
        isMain={isMain}
        isFolded={isFolded}
        isOnlyHandOver={isOnlyHandOver}
        busy={isPending}
        onTake={async (step) => (await takeStep(step)) ?? false}
      />
      <div className="empty:hidden max-sm:col-span-full">
        {error instanceof ApiError && error.code === "conflict" ? (
          <p role="alert" className="text-danger">
            Nothing was changed: this step is no longer possible. A colleague may have changed the adoption, or somebody
            else has adopted the animal.
          </p>
        ) : (
          <RequestProblem
            id={`adoption-${id}-again`}
            error={error}
            notDone="Nothing was changed."
            inDoubt="We do not know whether it was done. Try again: nothing happens twice."
            onWaited={() => taken && void takeStep(taken)}
            onSignedIn={reset}
          />
        )}
      </div>
    </>
  );
}

type ButtonsProps = Pick<Props, "order" | "petName" | "adopterName"> & {
  isShort: boolean;
  isMain: boolean;
  isFolded: boolean;
  isOnlyHandOver: boolean;
  busy: boolean;
  onTake(step: TakenStep): Promise<boolean>;
};

/** On a phone, the main step stays beside the button that unfolds the rest. */
const besideToggle = "max-sm:col-start-3 max-sm:row-start-2 max-sm:mt-1.5 max-sm:w-full max-sm:px-2.5! max-sm:text-sm";

function StepButtons({ order, petName, adopterName, busy, onTake, ...looks }: ButtonsProps) {
  const { isShort, isMain, isFolded, isOnlyHandOver } = looks;
  const { id, status, petId } = order;
  const isListed = status === "open" && isShort;
  return (
    <div
      className={cx(
        actions,
        isListed
          ? "max-sm:contents"
          : isFolded
            ? "max-sm:col-start-3 max-sm:row-start-1 max-sm:-me-2.5"
            : "max-sm:col-span-full max-sm:mt-2",
      )}
    >
      {status === "open" && (
        <>
          <HandOverButton
            petId={petId}
            petName={petName}
            adopterName={adopterName}
            look={isMain ? "primary" : "quiet"}
            className={cx("whitespace-nowrap", isShort && "px-3!", isListed && besideToggle)}
            busy={busy}
            onHandOver={(more) => void onTake({ action: "complete", more })}
          />
          {!isOnlyHandOver && (
            <CancelButton
              petName={petName}
              adopterName={adopterName}
              look={isShort ? "quiet" : "link"}
              className={cx(
                "whitespace-nowrap",
                isShort ? "px-3!" : "max-sm:px-0!",
                isListed && "max-sm:col-span-full max-sm:mt-2 max-sm:w-full",
                isFolded && "max-sm:hidden",
              )}
              busy={busy}
              onConfirm={() => void onTake({ action: "cancel" })}
            />
          )}
        </>
      )}
      {status === "completed" && (
        <CameBackButton
          orderId={id}
          petId={petId}
          petName={petName}
          inMenu={isShort}
          busy={busy}
          onReturn={(more) => onTake({ action: "return", more })}
        />
      )}
    </div>
  );
}

type ButtonProps = Pick<Props, "petName" | "adopterName"> &
  Pick<ComponentProps<typeof ConfirmButton>, "look" | "className" | "busy">;
type HandOverProps = ButtonProps & { petId: bigint; onHandOver(more: OrderCompletion): void };

/** Completes an adoption. */
function HandOverButton({ petId, petName, adopterName, onHandOver, ...button }: HandOverProps) {
  const step = useStepDay();
  const name = <bdi>{nameInSentence(petName)}</bdi>;
  return (
    <ConfirmButton
      label="Hand over"
      question={
        adopterName === undefined ? (
          <>Has {name} been handed over?</>
        ) : (
          <>
            Has {name} been handed to <bdi>{nameInSentence(adopterName)}</bdi>?
          </>
        )
      }
      details={<HandedOver petId={petId} />}
      confirm="Handed over"
      tone="primary"
      mayConfirm={step.check}
      onConfirm={() => onHandOver(step.fields())}
      {...button}
    >
      <StepDay label="Handed over on" step={step} />
    </ConfirmButton>
  );
}

/** Cancels an adoption. */
function CancelButton({ petName, adopterName, ...button }: ButtonProps & { onConfirm(): void }) {
  return (
    <ConfirmButton
      label="Cancel adoption"
      question={
        <>
          Cancel the adoption of <bdi>{nameInSentence(petName)}</bdi>?
        </>
      }
      details={<Cancelled adopterName={adopterName} />}
      confirm="Cancel adoption"
      keep="Keep adoption"
      {...button}
    />
  );
}

/** What cancelling an adoption does, and what it means for the applicant, if there is one. */
function Cancelled({ adopterName }: Pick<Props, "adopterName">) {
  const isMailOn = useIsMailOn();
  if (adopterName === undefined) return <>The animal becomes available again.</>;
  const adopter = <bdi>{nameInSentence(adopterName)}</bdi>;
  return (
    <>
      The animal becomes available again, and the application goes back to “Talking”.{" "}
      {isMailOn ? <>{adopter} gets an e-mail.</> : <>Tell {adopter} yourself: this service sends no mail.</>}
    </>
  );
}

/** What completing an adoption does, and what it means for the other applicants. */
export function HandedOver({ petId }: { petId: bigint }) {
  const isMailOn = useIsMailOn();
  const { data: open } = useQuery(openApplicationsQuery(petId));
  const one = open?.length === 1;
  const mail = isMailOn ? `, and ${one ? "gets" : "get"} an e-mail` : "";
  return (
    <>
      This completes the adoption. {open === undefined && "Other open applications for this animal are declined. "}
      {open !== undefined && open.length > 0 && (
        <>
          <ApplicantNames applications={open} note={({ status }) => STAFF_STATUS_LABELS[status]} /> will be declined
          {mail}.{" "}
        </>
      )}
      If the animal comes back, you can record that later.
    </>
  );
}
