import { NEXT_PET_STATUSES } from "@/lib/adoptions/transitions";
import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { refusalWords } from "@/lib/http/refusal-words";
import { NOT_YET_AVAILABLE, STATUS_LABELS } from "@/lib/pets/status";
import { Button } from "../../ui/button";
import { CollisionQuestion } from "../../ui/collision";
import { Countdown } from "../../ui/load-problem";
import { actions } from "../../ui/panel";
import { OpenAdoptionLink } from "../pet-messages";
import { useDesk } from "./use-desk";
import { isUnderWay, type StoppedChange } from "./use-row-changes";

export const SIGN_IN_ID = "desk-sign-in";

/** Does nothing if the message is out of view. */
function liftAboveToasts(message: HTMLElement | null): void {
  if (message === null) return;
  const { top } = message.getBoundingClientRect();
  if (top >= 0 && top < innerHeight) message.scrollIntoView({ block: "nearest" });
}

export function RowMessage({ change }: { change: StoppedChange }) {
  return (
    <div ref={liftAboveToasts} className="my-2 scroll-mb-40">
      {change.state === "collision" ? <Collision change={change} /> : <Failure change={change} />}
    </div>
  );
}

function Collision({ change: { action } }: { change: StoppedChange & { state: "collision" } }) {
  const { send, drop } = useDesk().rows;
  const { id, name, status: current, to } = action;
  const canBe = NEXT_PET_STATUSES[current].includes(to);
  const field = { label: "Status", theirs: STATUS_LABELS[current], yours: STATUS_LABELS[to] };
  return (
    <CollisionQuestion fields={[field]} onTheirs={() => drop(id)} onYours={canBe ? () => void send(action) : null}>
      <p>
        Somebody else has changed <bdi>{name}</bdi> in the meantime. {!canBe && NOT_YET_AVAILABLE}
      </p>
    </CollisionQuestion>
  );
}

type FailedChange = StoppedChange & { state: "failed" };

/** The end of a sentence after the name. */
function notDoneWords(change: FailedChange): string {
  const { action } = change;
  if (action.to === null) return "was not removed.";
  if (isUnderWay(change)) return `is not ${STATUS_LABELS[action.to].toLowerCase()} yet.`;
  return `is still ${STATUS_LABELS[action.status].toLowerCase()}.`;
}

function Failure({ change }: { change: FailedChange }) {
  const { send, drop } = useDesk().rows;
  const { action, error } = change;
  const { id, name } = action;
  const again = () => send(action);
  const isWaiting = waitSecondsOf(error) !== null;
  const needsSignIn = isSignedOut(error);
  // After a lost answer, trying again may work. A refusal would only be repeated.
  const isOpen = isUnderWay(change);
  return (
    <div role="alert" className="grid gap-2 rounded-control bg-amber-back px-4 py-3">
      <p>
        <bdi>{name}</bdi> {notDoneWords(change)}{" "}
        {needsSignIn ? "You were signed out. Sign in again to continue." : !isWaiting && refusalWords(error)}{" "}
        {!isCertain(error) && "This will be tried again when the connection is back."}
      </p>
      <Countdown refusal={error} onDone={again} />
      <div className={actions}>
        {needsSignIn && (
          <Button look="quiet" onClick={() => document.getElementById(`${SIGN_IN_ID}-email`)?.focus()}>
            Sign in again
          </Button>
        )}
        {isOpen && !needsSignIn && (
          <Button look="quiet" onClick={again}>
            Try again
          </Button>
        )}
        <OpenAdoptionLink petId={id} error={error} />
        <Button look="quiet" onClick={() => drop(id)}>
          {isOpen ? "Discard" : "OK"}
        </Button>
      </div>
    </div>
  );
}
