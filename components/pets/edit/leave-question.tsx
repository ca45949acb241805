import { useEffect, useRef } from "react";
import { Button } from "../../ui/buttons/button";
import { actions } from "../../ui/style/panel";

type Props = { question: string; onStay(): void; onLeave(): void };

/** Asks before unsaved input is discarded. */
export function LeaveQuestion({ question, onStay, onLeave }: Props) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div
      role="alertdialog"
      aria-label={question}
      className="grid gap-2.5 border-b border-line bg-amber-back px-5 py-4 text-amber"
    >
      <p className="font-semibold">{question}</p>
      <div className={actions}>
        <Button ref={stay} onClick={onStay}>
          Keep editing
        </Button>
        <Button look="quiet-danger" onClick={onLeave}>
          Discard
        </Button>
      </div>
    </div>
  );
}
