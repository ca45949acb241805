import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "./button";
import { actions } from "./panel";

type Props = { label: string; question: string; confirm: string; busy: boolean; onConfirm(): void };

/** A button for what cannot be undone: it asks for confirmation in place. */
export function ConfirmButton({ label, question, confirm, busy, onConfirm }: Props) {
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);

  const ask = () => {
    flushSync(() => setAsking(true));
    keep.current?.focus();
  };
  const close = () => {
    flushSync(() => setAsking(false));
    opener.current?.focus();
  };
  if (!asking) {
    return (
      <Button ref={opener} look="quiet-danger" className="justify-self-start" busy={busy} onClick={ask}>
        {label}
      </Button>
    );
  }
  return (
    <div
      className="grid gap-2.5 rounded-card border-2 border-danger px-4 py-3"
      role="alertdialog"
      aria-label={question}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <p>{question}</p>
      <div className={actions}>
        <Button ref={keep} look="quiet" onClick={close}>
          Cancel
        </Button>
        <Button
          look="danger"
          onClick={() => {
            close();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </div>
  );
}
