import { useRef, useState } from "react";
import { flushSync } from "react-dom";

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
      <button ref={opener} className="button quiet danger" type="button" aria-disabled={busy} onClick={ask}>
        {label}
      </button>
    );
  }
  return (
    <div
      className="confirm"
      role="alertdialog"
      aria-label={question}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <p>{question}</p>
      <div className="actions">
        <button ref={keep} className="button quiet" type="button" onClick={close}>
          Cancel
        </button>
        <button
          className="button danger"
          type="button"
          onClick={() => {
            close();
            onConfirm();
          }}
        >
          {confirm}
        </button>
      </div>
    </div>
  );
}
