import { useState } from "react";
import { ApiError } from "@/lib/http/errors";
import { isHandOverNext } from "@/lib/orders/hand-over";
import { useOrderAction } from "@/lib/orders/queries";
import type { Order } from "@/lib/orders/schema";
import type { OrderAction } from "@/lib/orders/status";
import { useIsMailOn } from "../mail/mail-on";
import { RequestProblem } from "../people/request-problem";
import { ConfirmButton } from "../ui/confirm-button";
import { continueAt } from "../ui/continue-at";
import { actions } from "../ui/panel";
import { showToast } from "../ui/show-toast";
import { useOneAtATime } from "../ui/use-one-at-a-time";

type Props = {
  order: Pick<Order, "id" | "status" | "shipDate">;
  petName: string;
  /** Where reading continues when a step has removed its own button. */
  next(): HTMLElement | null | undefined;
  /** Whether there is only room for short labels. */
  isShort?: boolean;
};

const DONE: Readonly<Record<OrderAction, string>> = {
  complete: "The adoption is completed.",
  cancel: "The adoption was cancelled. The animal is available again.",
  return: "The animal is back, and available again.",
};

/** The steps of an adoption. They cannot be undone, so a dialog asks first. */
export function AdoptionSteps({ order: { id, status, shipDate }, petName, next, isShort = false }: Props) {
  const { mutateAsync, isPending, error, reset } = useOrderAction(id);
  const [action, setAction] = useState<OrderAction | null>(null);
  const perform = useOneAtATime(async (step: OrderAction) => {
    setAction(step);
    try {
      await mutateAsync(step);
      showToast({ text: DONE[step], about: `order:${id}` });
      continueAt(next);
    } catch {
      // The mutation keeps the error, which is shown below.
    }
  });
  return (
    <>
      <StepButtons
        status={status}
        isHandOver={isHandOverNext(shipDate, new Date())}
        petName={petName}
        isShort={isShort}
        busy={isPending}
        onTake={(step) => void perform(step)}
      />
      {error instanceof ApiError && error.code === "conflict" ? (
        <p role="alert" className="text-danger">
          Nothing was changed: this step is no longer possible. Somebody else may have taken another one, or the animal
          has been adopted by somebody else since.
        </p>
      ) : (
        <RequestProblem
          id={`adoption-${id}-again`}
          error={error}
          notDone="Nothing was changed."
          inDoubt="We do not know whether it was done. Try again: nothing happens twice."
          onWaited={() => action && void perform(action)}
          onSignedIn={reset}
        />
      )}
    </>
  );
}

type ButtonsProps = {
  status: Order["status"];
  /** Whether the hand-over is the next step. */
  isHandOver: boolean;
  petName: string;
  isShort: boolean;
  busy: boolean;
  onTake(step: OrderAction): void;
};

function StepButtons({ status, isHandOver, petName, isShort, busy, onTake }: ButtonsProps) {
  const isMailOn = useIsMailOn();
  const name = <bdi>{petName}</bdi>;
  return (
    <div className={actions}>
      {status === "open" && (
        <>
          <ConfirmButton
            look={isHandOver ? "primary" : "quiet"}
            label="Handed over"
            question={<>Is {name} in the new home?</>}
            details={`This completes the adoption. Other open applications for this animal are declined${isMailOn ? ", and their applicants get an e-mail" : ""}. If the animal comes back, you can return it later.`}
            confirm="Complete the adoption"
            tone="primary"
            busy={busy}
            onConfirm={() => onTake("complete")}
          />
          <ConfirmButton
            look="quiet"
            label={
              <span>
                Cancel<span className={isShort ? "sr-only" : ""}> the adoption</span>
              </span>
            }
            question={<>Cancel the adoption of {name}?</>}
            details="The animal becomes available again, and the application goes back to “Talking”."
            confirm="Cancel the adoption"
            keep="Keep the adoption"
            busy={busy}
            onConfirm={() => onTake("cancel")}
          />
        </>
      )}
      {status === "completed" && (
        <ConfirmButton
          look="quiet"
          label="Came back"
          question={<>Has {name} come back?</>}
          details="The animal becomes available again. The adoption stays in the list of returns."
          confirm="Return the animal"
          tone="primary"
          busy={busy}
          onConfirm={() => onTake("return")}
        />
      )}
    </div>
  );
}
