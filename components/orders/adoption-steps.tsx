import { type ComponentProps, useState } from "react";
import { fetchOpenApplications } from "@/lib/applications/calls";
import { ApiError } from "@/lib/http/errors";
import { type StepDetails, type TakenStep, useOrderAction, useUndoOrder } from "@/lib/orders/queries";
import type { Order } from "@/lib/orders/schema";
import { COMPLETION_UNDO_MS, ORDER_ACTIONS } from "@/lib/orders/status";
import { nameInSentence } from "@/lib/values/excerpt";
import { useIsMailOn } from "../mail/mail-on";
import { RequestProblem } from "../people/request-problem";
import { continueAt } from "../ui/browser/continue-at";
import { useOneAtATime } from "../ui/hooks/use-one-at-a-time";
import { ConfirmButton } from "../ui/overlays/confirm-button";
import { ConfirmDialog } from "../ui/overlays/confirm-dialog";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../ui/overlays/menu";
import { cx } from "../ui/style/cx";
import { actions } from "../ui/style/panel";
import { CompletedActions } from "./completed-actions";
import { useHandOverQuestion } from "./hand-over-question";
import { showStepToast, undoStep } from "./step-toast";

/**
 * Where the steps are: on a page of one adoption; in a row of a list, with less room; or in a list of hand-overs, which
 * offers nothing else.
 */
type StepsLook = "page" | "row" | "handOver";

type Props = {
  order: Pick<Order, "id" | "petId" | "status" | "shipDate">;
  petName: string;
  /** Unknown for an adoption without an application. */
  adopterName: string | undefined;
  /** What gets the focus when a step has removed its own button. */
  next(): HTMLElement | null | undefined;
  look: StepsLook;
  /** Whether the hand-over is a main step of the page. */
  isMain?: boolean;
  /** When its completion was recorded, which may be later than the hand-over took place. */
  recordedAt?: string | null | undefined;
};

/** The steps of an adoption. A dialog asks first, because they also change the animal and the applications for it. */
export function AdoptionSteps({ order, petName, adopterName, next, look, isMain = false, recordedAt }: Props) {
  const { id, petId, status, shipDate } = order;
  const isMailOn = useIsMailOn();
  const { mutateAsync, isPending, error, reset } = useOrderAction(id);
  const { mutateAsync: undo } = useUndoOrder(id);
  const [lastStep, setLastStep] = useState<TakenStep | null>(null);
  const takeStep = useOneAtATime(async (step: TakenStep) => {
    setLastStep(step);
    const { action } = step;
    const openIf = async (isWanted: boolean) => (isWanted ? fetchOpenApplications([petId]).catch(() => []) : []);
    const declined = await openIf(action === "complete");
    try {
      await mutateAsync(step);
      const applications = { declined, reopened: await openIf(action === "return") };
      const undoLast = () => undo(ORDER_ACTIONS[action].to);
      showStepToast({ orderId: id, petName, action, ...applications, isMailOn, undo: undoLast });
      continueAt(next);
      return true;
    } catch {
      // The mutation keeps the error, which is shown below.
      return false;
    }
  });
  const pet = { petId, petName, look, busy: isPending };
  return (
    <>
      {status === "open" && (
        <OpenSteps
          {...pet}
          shipDate={shipDate}
          adopterName={adopterName}
          isMain={isMain}
          onTake={(step) => void takeStep(step)}
        />
      )}
      {status === "completed" && (
        <CompletedSteps
          {...pet}
          orderId={id}
          recordedAt={recordedAt}
          next={next}
          onReturn={async (details) => (await takeStep({ action: "return", details })) ?? false}
        />
      )}
      <div className="empty:hidden max-sm:col-span-full">
        <Problem orderId={id} error={error} onWaited={() => lastStep && void takeStep(lastStep)} onSignedIn={reset} />
      </div>
    </>
  );
}

type ProblemProps = Pick<ComponentProps<typeof RequestProblem>, "error" | "onWaited" | "onSignedIn"> & {
  orderId: bigint;
};

/** Why a step was not taken. */
function Problem({ orderId, error, ...request }: ProblemProps) {
  return error instanceof ApiError && error.code === "conflict" ? (
    <p role="alert" className="text-danger">
      Nothing was changed: this step is no longer possible. A colleague may have changed the adoption, or somebody else
      has adopted the animal.
    </p>
  ) : (
    <RequestProblem
      id={`adoption-${orderId}-again`}
      error={error}
      notDone="Nothing was changed."
      inDoubt="We do not know whether it was done. Try again: nothing happens twice."
      {...request}
    />
  );
}

type StepsProps = Pick<Props, "petName" | "look"> & { petId: bigint; busy: boolean };

/** Outside a row of a list, the steps have their own line on a phone. */
const ownLine = "max-sm:col-span-full max-sm:mt-2";
/** In a row of a list, the menu is at the top on a phone. */
const topOfRow = "max-sm:col-start-3 max-sm:row-start-1 max-sm:-me-2.5 max-sm:self-start max-sm:justify-self-end";
/** On a phone, the main step stays beside the button that unfolds the rest. */
const besideToggle = "max-sm:col-start-3 max-sm:row-start-2 max-sm:mt-1.5 max-sm:w-full max-sm:px-2.5! max-sm:text-sm";

type OpenProps = StepsProps &
  Pick<Props, "adopterName"> &
  Pick<Order, "shipDate"> & { isMain: boolean; onTake(step: TakenStep): void };

/** The steps of an open adoption. Cancelling it is in a menu, away from the main step. */
function OpenSteps({ petId, shipDate, look, isMain, onTake, ...button }: OpenProps) {
  const inRow = look === "row";
  return (
    <div className={cx(actions, inRow ? "max-sm:contents" : look === "page" && ownLine)}>
      <HandOverButton
        {...button}
        petId={petId}
        shipDate={shipDate}
        look={isMain ? "primary" : "quiet"}
        className={cx(
          "whitespace-nowrap",
          inRow && cx("px-3!", besideToggle),
          look === "handOver" && "max-sm:px-3! max-sm:text-sm",
        )}
        onHandOver={(details) => onTake({ action: "complete", details })}
      />
      {look !== "handOver" && (
        <CancelMenu {...button} petId={petId} inRow={inRow} onConfirm={() => onTake({ action: "cancel" })} />
      )}
    </div>
  );
}

type CompletedProps = StepsProps &
  Pick<Props, "recordedAt" | "next"> & { orderId: bigint; onReturn(details: StepDetails): Promise<boolean> };

/**
 * The steps of an adoption that took place. In a row of a list, they are in a menu. A hand-over that was recorded by
 * mistake can be undone for a day, if it declined no application, and otherwise for a minute. The service decides, and
 * says why not.
 */
function CompletedSteps({ look, recordedAt, next, busy, ...button }: CompletedProps) {
  const { orderId } = button;
  const { mutateAsync, isPending } = useUndoOrder(orderId);
  const undo = () => mutateAsync("completed").then(() => continueAt(next));
  const isRecent = recordedAt != null && Date.now() - Date.parse(recordedAt) < COMPLETION_UNDO_MS;
  const onUndo = isRecent ? () => undoStep({ orderId, action: "complete", undo }) : undefined;
  const inRow = look === "row";
  return (
    <div className={cx(actions, inRow ? topOfRow : ownLine)}>
      <CompletedActions {...button} busy={busy || isPending} inMenu={inRow} onUndo={onUndo} />
    </div>
  );
}

type ButtonProps = Pick<Props, "petName" | "adopterName"> &
  Pick<ComponentProps<typeof ConfirmButton>, "look" | "className" | "busy">;
type HandOverProps = ButtonProps & Pick<Order, "petId" | "shipDate"> & { onHandOver(details: StepDetails): void };

/** Completes an adoption. */
function HandOverButton({ petId, petName, adopterName, shipDate, onHandOver, ...button }: HandOverProps) {
  const { question, details } = useHandOverQuestion({ petId, petName, adopterName, shipDate });
  return <ConfirmButton label="Hand over" {...question} {...button} onConfirm={() => onHandOver(details())} />;
}

type CancelProps = Pick<ButtonProps, "petName" | "adopterName" | "busy"> & {
  petId: bigint;
  inRow: boolean;
  onConfirm(): void;
};

/** A menu that cancels an adoption. */
function CancelMenu({ petId, petName, adopterName, busy, inRow, onConfirm }: CancelProps) {
  const [isAsked, setAsked] = useState(false);
  const name = <bdi>{nameInSentence(petName)}</bdi>;
  return (
    <div className={inRow ? topOfRow : undefined}>
      <Menu look={inRow ? "icon" : "inline"} label={inRow ? <MoreLabel>More for {name}</MoreLabel> : "More steps"}>
        <MenuItem onSelect={() => setAsked(true)}>Cancel adoption…</MenuItem>
        {inRow && <MenuLink href={`/staff/animals?history=${petId}`}>History</MenuLink>}
      </Menu>
      <ConfirmDialog
        open={isAsked}
        question={<>Cancel the adoption of {name}?</>}
        details={<Cancelled adopterName={adopterName} />}
        confirm="Cancel adoption"
        keep="Keep adoption"
        onAnswer={(isConfirmed) => {
          setAsked(false);
          if (isConfirmed && !busy) onConfirm();
        }}
      />
    </div>
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
