import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { whyNot } from "@/lib/pets/refusal-words";
import { DEFAULT_STATUS, NEXT_STATUSES, NOT_YET_AVAILABLE, STATUS_LABELS } from "@/lib/pets/status";
import { Button } from "../../ui/button";
import { Countdown } from "../../ui/countdown";
import { actions } from "../../ui/panel";
import { OpenAdoptionLink } from "../open-adoption-link";
import { isUnderWay, type RowChange } from "./row-change";
import type { useRowChanges } from "./use-row-changes";

/** The id of the sign-in form. */
export const SIGN_IN_ID = "desk-sign-in";

type Props = { change: RowChange; changes: ReturnType<typeof useRowChanges> };

/** Moves a message at the bottom of the window above the toasts there. Does nothing if the message is out of view. */
function liftAboveToasts(message: HTMLElement | null): void {
  if (message === null) return;
  const { top } = message.getBoundingClientRect();
  if (top >= 0 && top < innerHeight) message.scrollIntoView({ block: "nearest" });
}

/** Why a change in a row failed, and what can be done about it. */
export function RowMessage(props: Props) {
  return (
    <div
      ref={liftAboveToasts}
      role="alert"
      className="my-2 grid scroll-mb-40 gap-2 rounded-control bg-amber-back px-4 py-3"
    >
      {props.change.state === "collision" ? <Collision {...props} /> : <Failure {...props} />}
    </div>
  );
}

function Collision({ change, changes: { send, drop } }: Props) {
  const { id, name, to, theirs } = change;
  const present = theirs?.status ?? DEFAULT_STATUS;
  const canBe = NEXT_STATUSES[present].includes(to);
  const mine = () => send({ ...change, from: present, version: theirs?.version ?? change.version });
  return (
    <>
      <p>
        Somebody else has changed <bdi>{name}</bdi> in the meantime. The status is now <b>{STATUS_LABELS[present]}</b>.
        You chose <b>{STATUS_LABELS[to]}</b>.
      </p>
      {!canBe && <p>{NOT_YET_AVAILABLE}</p>}
      <div className={actions}>
        <Button look="quiet" onClick={() => drop(id)}>
          Keep {STATUS_LABELS[present]}
        </Button>
        {canBe && <Button onClick={mine}>Change to {STATUS_LABELS[to]}</Button>}
      </div>
    </>
  );
}

const NOT_DONE: Readonly<Record<RowChange["kind"], (change: RowChange) => string>> = {
  status: (change) =>
    isUnderWay(change)
      ? `is not ${STATUS_LABELS[change.to].toLowerCase()} yet.`
      : `is still ${STATUS_LABELS[change.from].toLowerCase()}.`,
  undo: () => "was not changed back.",
  record: () => "is still adopted, without an adopter.",
  remove: () => "was not removed.",
  restore: () => "was not restored.",
};

function Failure({ change, changes: { send, drop } }: Props) {
  const { id, name, kind, error } = change;
  const again = () => send(change);
  const isWaiting = waitSecondsOf(error) !== null;
  const needsSignIn = isSignedOut(error);
  // After a lost answer, trying again may work. A refusal would only be repeated.
  const isOpen = isUnderWay(change);
  return (
    <>
      <p>
        <bdi>{name}</bdi> {NOT_DONE[kind](change)}{" "}
        {needsSignIn ? "You were signed out. Sign in again to continue." : !isWaiting && whyNot(error)}{" "}
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
    </>
  );
}
